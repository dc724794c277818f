#include "CScript.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// MARK: JavaScriptCore, as its headers declare it

typedef const struct OpaqueValue *Value;
typedef struct OpaqueValue *Object;
typedef struct OpaqueContext *Context;
typedef struct OpaqueString *Text;
typedef const struct OpaqueGroup *Group;
typedef Value (*Function)(
    Context context, Object function, Object self, size_t count, const Value *values, Value *error);
typedef bool (*ShouldEnd)(Context context, void *owner);

static struct {
  Group (*JSContextGroupCreate)(void);
  void (*JSContextGroupRelease)(Group group);
  void (*JSContextGroupSetExecutionTimeLimit)(
      Group group, double seconds, ShouldEnd shouldEnd, void *owner);
  Context (*JSGlobalContextCreateInGroup)(Group group, void *type);
  void (*JSGlobalContextRelease)(Context context);
  Text (*JSStringCreateWithUTF8CString)(const char *text);
  void (*JSStringRelease)(Text text);
  size_t (*JSStringGetMaximumUTF8CStringSize)(Text text);
  size_t (*JSStringGetUTF8CString)(Text text, char *bytes, size_t size);
  Value (*JSEvaluateScript)(
      Context context, Text code, Object self, Text address, int line, Value *error);
  Object (*JSObjectMake)(Context context, void *type, void *data);
  Object (*JSObjectMakeFunctionWithCallback)(Context context, Text name, Function function);
  Value (*JSObjectCallAsFunction)(
      Context context, Object function, Object self, size_t count, const Value *values,
      Value *error);
  Object (*JSValueToObject)(Context context, Value value, Value *error);
  Text (*JSValueToStringCopy)(Context context, Value value, Value *error);
  Value (*JSValueMakeString)(Context context, Text text);
  Value (*JSValueMakeUndefined)(Context context);
  void (*JSValueProtect)(Context context, Value value);
} core;

static const char *const names[] = {
    "JSContextGroupCreate", "JSContextGroupRelease", "JSContextGroupSetExecutionTimeLimit",
    "JSGlobalContextCreateInGroup", "JSGlobalContextRelease", "JSStringCreateWithUTF8CString",
    "JSStringRelease", "JSStringGetMaximumUTF8CStringSize", "JSStringGetUTF8CString",
    "JSEvaluateScript", "JSObjectMake", "JSObjectMakeFunctionWithCallback",
    "JSObjectCallAsFunction", "JSValueToObject", "JSValueToStringCopy", "JSValueMakeString",
    "JSValueMakeUndefined", "JSValueProtect",
};
_Static_assert(sizeof core == sizeof names, "each function has a name");

static const char *const files[] = {
    "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-6.0.so.1",
    "libjavascriptcoregtk-4.0.so.18",
    "/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore",
};

static bool open_core(void) {
  void *library = NULL;
  for (size_t index = 0; !library && index < sizeof files / sizeof *files; index++)
    library = dlopen(files[index], RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *function = dlsym(library, names[index]);
    if (!function) return false;
    memcpy((char *)&core + index * sizeof function, &function, sizeof function);
  }
  // Code that is compiled as it runs would be faster, and what attacks on engines begin with.
  int (*set)(const char *, int) = (int (*)(const char *, int))dlsym(library, "jsc_options_set_boolean");
  if (set) set("useJIT", 0);
  return true;
}

bool CScriptIsThere(void) {
  // The importer's threads come here together; statics of a function are no locks in C.
  static int state;
  static char lock;
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE)) continue;
  if (state == 0) state = open_core() ? 1 : -1;
  bool isThere = state == 1;
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  return isThere;
}

// MARK: Scripts

struct CScript {
  Group group;
  Context context;
  Object library;
  CScriptHost host;
  void *owner;
  bool isLate;
  char *message;
};

/// Where the functions that JavaScriptCore calls find their script: one runs on a thread at a time.
static _Thread_local CScript *current;

static Value make_text(Context context, const char *bytes) {
  Text text = core.JSStringCreateWithUTF8CString(bytes);
  Value value = core.JSValueMakeString(context, text);
  core.JSStringRelease(text);
  return value;
}

static char *copy_text(Context context, Value value) {
  Value error = NULL;
  Text text = value ? core.JSValueToStringCopy(context, value, &error) : NULL;
  if (!text) return NULL;
  size_t size = core.JSStringGetMaximumUTF8CStringSize(text);
  char *bytes = malloc(size);
  if (bytes) core.JSStringGetUTF8CString(text, bytes, size);
  core.JSStringRelease(text);
  return bytes;
}

static Value ask_host(
    Context context, Object function, Object self, size_t count, const Value *values,
    Value *error) {
  (void)function, (void)self, (void)error;
  char *question = count > 0 ? copy_text(context, values[0]) : NULL;
  char *answer = question && current ? current->host(current->owner, question) : NULL;
  Value value = answer ? make_text(context, answer) : core.JSValueMakeUndefined(context);
  free(question);
  free(answer);
  return value;
}

static bool end(Context context, void *owner) {
  (void)context;
  ((CScript *)owner)->isLate = true;
  return true;
}

static Value call(CScript *script, Object function, Value argument) {
  Value error = NULL;
  CScript *outer = current;
  current = script;
  Value result =
      core.JSObjectCallAsFunction(script->context, function, NULL, 1, &argument, &error);
  current = outer;
  if (error) script->message = copy_text(script->context, error);
  return error ? NULL : result;
}

static Object run(CScript *script, const char *code) {
  Value error = NULL;
  Text text = core.JSStringCreateWithUTF8CString(code);
  Value maker = core.JSEvaluateScript(script->context, text, NULL, NULL, 1, &error);
  core.JSStringRelease(text);
  if (error || !maker) return NULL;
  Text name = core.JSStringCreateWithUTF8CString("host");
  Object host = core.JSObjectMakeFunctionWithCallback(script->context, name, ask_host);
  core.JSStringRelease(name);
  Object function = core.JSValueToObject(script->context, maker, &error);
  Value library = function ? call(script, function, host) : NULL;
  return library ? core.JSValueToObject(script->context, library, &error) : NULL;
}

CScript *CScriptCreate(const char *code, CScriptHost host, void *owner) {
  CScript *script = CScriptIsThere() ? calloc(1, sizeof *script) : NULL;
  if (!script) return NULL;
  script->host = host;
  script->owner = owner;
  script->group = core.JSContextGroupCreate();
  script->context = core.JSGlobalContextCreateInGroup(script->group, NULL);
  script->library = run(script, code);
  if (script->library) {
    core.JSValueProtect(script->context, script->library);
    return script;
  }
  CScriptDestroy(script);
  return NULL;
}

void CScriptDestroy(CScript *script) {
  if (!script) return;
  core.JSGlobalContextRelease(script->context);
  core.JSContextGroupRelease(script->group);
  free(script->message);
  free(script);
}

char *CScriptCall(CScript *script, const char *text, double seconds) {
  free(script->message);
  script->message = NULL;
  script->isLate = false;
  core.JSContextGroupSetExecutionTimeLimit(script->group, seconds, end, script);
  Value answer = call(script, script->library, make_text(script->context, text));
  return script->isLate ? NULL : copy_text(script->context, answer);
}

bool CScriptIsLate(const CScript *script) { return script->isLate; }

const char *CScriptMessage(const CScript *script) {
  return script->message ? script->message : "";
}
