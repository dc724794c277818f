#include "CScript.h"

#include <duktape.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if DUK_VERSION < 20300
#error Duktape 2.3 or newer is needed.
#endif

struct CScript {
  duk_context *context;
  CScriptHost host;
  size_t used, memory;
  int64_t steps;
  double deadline;
  unsigned untilClock;
  CScriptLimit reached;
  double *numbers;
  size_t count, capacity;
  char message[400];
};

/// The largest block: strings and lists are no larger.
static const size_t largest = 8 << 20;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// MARK: Memory

/// Before each block.
typedef union {
  size_t size;
  max_align_t alignment;
} Header;

static void *resize(void *owner, void *block, size_t size) {
  CScript *script = owner;
  Header *header = block ? (Header *)block - 1 : NULL;
  size_t old = header ? header->size : 0;
  if (size == 0) {
    script->used -= old;
    free(header);
    return NULL;
  }
  if (size > old && (size > largest || script->used - old + size > script->memory)) {
    script->reached = CScriptLimitMemory;
    return NULL;
  }
  header = realloc(header, sizeof(Header) + size);
  if (!header) return NULL;
  script->used += size - old;
  header->size = size;
  return header + 1;
}

static void *allocate(void *owner, size_t size) {
  return size == 0 ? NULL : resize(owner, NULL, size);
}

static void release(void *owner, void *block) {
  if (block) resize(owner, block, 0);
}

static void end(void *owner, const char *message) {
  (void)owner;
  fprintf(stderr, "rostrum: the engine of expressions: %s\n", message ? message : "failed");
  abort();
}

// MARK: Functions of scripts

static CScript *scriptOf(duk_context *context) {
  duk_memory_functions functions;
  duk_get_memory_functions(context, &functions);
  return functions.udata;
}

static duk_ret_t step(duk_context *context) {
  CScript *script = scriptOf(context);
  double count = duk_is_number(context, 0) ? duk_get_number(context, 0) : 1;
  if (!(count >= 1)) count = 1;
  if (script->reached == CScriptLimitNone) {
    if (count > (double)script->steps) {
      script->steps = 0;
      script->reached = CScriptLimitSteps;
    } else {
      script->steps -= (int64_t)count;
      if (script->untilClock-- == 0) {
        script->untilClock = 32;
        if (now() > script->deadline) script->reached = CScriptLimitTime;
      }
    }
  }
  if (script->reached != CScriptLimitNone) return DUK_RET_RANGE_ERROR;
  duk_push_true(context);
  return 1;
}

static duk_ret_t reached(duk_context *context) {
  duk_push_boolean(context, scriptOf(context)->reached != CScriptLimitNone);
  return 1;
}

/// Pushes a text of the host, and frees it.
static bool take(duk_context *context, CScript *script, char *text) {
  size_t length = strlen(text);
  // Pushing may fail only where memory is short, and then would leave the text behind.
  bool fits = length <= largest / 2 && script->used + 4 * length <= script->memory;
  if (fits) duk_push_lstring(context, text, length);
  else script->reached = CScriptLimitMemory;
  free(text);
  return fits;
}

static duk_ret_t part(duk_context *context) {
  CScript *script = scriptOf(context);
  int32_t layer = duk_require_int(context, 0);
  char *text = script->host.part(script->host.owner, layer, duk_require_string(context, 1));
  if (!text) return 0;
  if (!take(context, script, text)) return DUK_RET_RANGE_ERROR;
  duk_json_decode(context, -1);
  return 1;
}

/// The function of a text.
static duk_ret_t compiled(duk_context *context) {
  CScript *script = scriptOf(context);
  char *code = script->host.code(script->host.owner, duk_require_string(context, 0));
  if (!code) return DUK_RET_SYNTAX_ERROR;
  if (!take(context, script, code)) return DUK_RET_RANGE_ERROR;
  duk_push_string(context, "eval");
  duk_compile(context, DUK_COMPILE_EVAL);
  duk_call(context, 0);
  return 1;
}

static duk_ret_t measure(duk_context *context) {
  CScript *script = scriptOf(context);
  int32_t layer = duk_require_int(context, 0);
  double frame = duk_require_number(context, 1), result[4];
  const char *text = duk_require_string(context, 2);
  if (!script->host.measure(script->host.owner, layer, frame, text, result)) return 0;
  duk_push_array(context);
  for (duk_uarridx_t index = 0; index < 4; index++) {
    duk_push_number(context, result[index]);
    duk_put_prop_index(context, -2, index);
  }
  return 1;
}

static duk_ret_t report(duk_context *context) {
  CScript *script = scriptOf(context);
  script->host.report(script->host.owner, duk_require_int(context, 0),
                      duk_require_boolean(context, 1), duk_require_string(context, 2));
  return 0;
}

static double bezierPart(double a, double b, double t) {
  double u = 1 - t;
  return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t;
}

/// `bezier(x1, y1, x2, y2, x)`: the y of a curve from (0, 0) to (1, 1), by bisection.
static duk_ret_t bezier(duk_context *context) {
  double x1 = duk_to_number(context, 0), y1 = duk_to_number(context, 1);
  double x2 = duk_to_number(context, 2), y2 = duk_to_number(context, 3);
  double x = duk_to_number(context, 4), low = 0, high = 1;
  if (x <= 0 || x >= 1 || isnan(x)) {
    duk_push_number(context, x >= 1 ? 1 : 0);
    return 1;
  }
  for (int round = 0; round < 52; round++) {
    double middle = (low + high) / 2;
    if (bezierPart(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  duk_push_number(context, bezierPart(y1, y2, (low + high) / 2));
  return 1;
}

// MARK: Calls that may fail

typedef struct {
  CScript *script;
  const char *code;
  size_t length;
  const char *name;
  const double *arguments;
  size_t count;
} Request;

static duk_ret_t prepare(duk_context *context, void *data) {
  static const struct {
    const char *name;
    duk_c_function function;
    duk_idx_t arguments;
  } functions[] = {
      {"$$s", step, 1},     {"$$reached", reached, 0}, {"$$part", part, 2},
      {"$$report", report, 3}, {"$$bezier", bezier, 5},
      {"$$compile", compiled, 1}, {"$$measure", measure, 3},
  };
  Request *request = data;
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    duk_push_c_function(context, functions[index].function, functions[index].arguments);
    duk_put_global_string(context, functions[index].name);
  }
  duk_push_string(context, request->name);
  duk_json_decode(context, -1);
  duk_put_global_string(context, "$$setup");
  duk_push_string(context, "library");
  duk_compile_lstring_filename(context, DUK_COMPILE_EVAL, request->code, request->length);
  duk_call(context, 0);
  duk_push_global_stash(context);
  duk_swap_top(context, -2);
  duk_put_prop_string(context, -2, "library");
  return 0;
}

static void pushLibrary(duk_context *context, const char *name) {
  duk_push_global_stash(context);
  duk_get_prop_string(context, -1, "library");
  duk_get_prop_string(context, -1, name);
}

static duk_ret_t define(duk_context *context, void *data) {
  Request *request = data;
  pushLibrary(context, "define");
  duk_push_int(context, (duk_int_t)request->count);
  duk_push_string(context, "expression");
  duk_compile_lstring_filename(context, DUK_COMPILE_EVAL, request->code, request->length);
  duk_call(context, 0);
  duk_call(context, 2);
  return 0;
}

static duk_ret_t call(duk_context *context, void *data) {
  Request *request = data;
  CScript *script = request->script;
  pushLibrary(context, request->name);
  duk_require_stack(context, (duk_idx_t)request->count + 10);
  for (size_t index = 0; index < request->count; index++) {
    duk_push_number(context, request->arguments[index]);
  }
  duk_call(context, (duk_idx_t)request->count);
  size_t count = duk_is_array(context, -1) ? duk_get_length(context, -1) : 0;
  if (count > script->capacity) {
    double *numbers = realloc(script->numbers, count * sizeof(double));
    if (!numbers) return DUK_RET_RANGE_ERROR;
    (script->numbers = numbers, script->capacity = count);
  }
  for (size_t index = 0; index < count; index++) {
    duk_get_prop_index(context, -1, (duk_uarridx_t)index);
    script->numbers[index] = duk_get_number(context, -1);
    duk_pop(context);
  }
  script->count = count;
  return 0;
}

static duk_ret_t describe(duk_context *context, void *data) {
  CScript *script = data;
  snprintf(script->message, sizeof script->message, "%s", duk_safe_to_string(context, -1));
  return 0;
}

static bool run(CScript *script, duk_safe_call_function function, Request request) {
  request.script = script;
  duk_context *context = script->context;
  script->message[0] = 0;
  if (duk_safe_call(context, function, &request, 0, 1) == DUK_EXEC_SUCCESS) {
    duk_set_top(context, 0);
    return true;
  }
  duk_safe_call(context, describe, script, 1, 1);
  duk_set_top(context, 0);
  return false;
}

CScript *CScriptCreate(size_t memory, CScriptHost host) {
  CScript *script = calloc(1, sizeof *script);
  if (!script) return NULL;
  script->host = host;
  script->memory = memory;
  script->context = duk_create_heap(allocate, resize, release, script, end);
  if (script->context) return script;
  free(script);
  return NULL;
}

void CScriptDestroy(CScript *script) {
  if (!script) return;
  duk_destroy_heap(script->context);
  free(script->numbers);
  free(script);
}

void CScriptAllow(CScript *script, int64_t steps, double seconds) {
  script->steps = steps;
  script->deadline = now() + seconds;
  script->untilClock = 32;
  if (script->reached == CScriptLimitMemory) duk_gc(script->context, 0);
  script->reached = CScriptLimitNone;
}

CScriptLimit CScriptReached(const CScript *script) { return script->reached; }

int64_t CScriptStepsLeft(const CScript *script) { return script->steps; }

bool CScriptStart(CScript *script, const char *code, size_t length, const char *setup) {
  return run(script, prepare, (Request){.code = code, .length = length, .name = setup});
}

bool CScriptDefine(CScript *script, int32_t number, const char *code, size_t length) {
  return run(script, define, (Request){.code = code, .length = length, .count = (size_t)number});
}

bool CScriptCall(CScript *script, const char *name, const double *arguments, size_t count) {
  return run(
      script, call, (Request){.name = name, .arguments = arguments, .count = count});
}

const double *CScriptNumbers(const CScript *script, size_t *count) {
  *count = script->count;
  return script->numbers;
}

const char *CScriptMessage(const CScript *script) { return script->message; }
