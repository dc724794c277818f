#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A JavaScript heap of Duktape with limits of memory, steps and time. Nothing of it is shared.
/// No call ends the program or leaves by a jump: errors are results with a message.
typedef struct CScript CScript;

/// The limit that was reached since the last `CScriptAllow`.
typedef enum CScriptLimit {
  CScriptLimitNone,
  CScriptLimitSteps,
  CScriptLimitMemory,
  CScriptLimitTime,
} CScriptLimit;

/// The program's answers to scripts.
typedef struct CScriptHost {
  void *owner;
  /// JSON of a part; the text is freed by the caller. NULL when there is none.
  char *(*part)(void *owner, int32_t layer, const char *name);
  /// The code of a text that a script wants to run; freed by the caller. NULL when it is refused.
  char *(*code)(void *owner, const char *text);
  /// The left, the top, the width and the height of a layer's text; false where they are not known.
  bool (*measure)(void *owner, int32_t layer, double frame, const char *text, double *result);
  /// Takes the failure of an expression.
  void (*report)(void *owner, int32_t expression, bool isUnsupported, const char *message);
} CScriptHost;

/// NULL when there is no memory.
CScript *CScriptCreate(size_t memory, CScriptHost host);
void CScriptDestroy(CScript *script);

/// The limits from now on.
void CScriptAllow(CScript *script, int64_t steps, double seconds);
CScriptLimit CScriptReached(const CScript *script);
/// The steps that are left of those allowed.
int64_t CScriptStepsLeft(const CScript *script);

/// Runs a text whose value is an object with the functions of `CScriptCall`. `setup` is JSON for it.
bool CScriptStart(CScript *script, const char *code, size_t length, const char *setup);
/// Hands the value of a text, a function, to the function `define` with a number.
bool CScriptDefine(CScript *script, int32_t number, const char *code, size_t length);
/// Calls a function with numbers; the result is a list of numbers.
bool CScriptCall(CScript *script, const char *name, const double *arguments, size_t count);

/// The numbers of the last call.
const double *CScriptNumbers(const CScript *script, size_t *count);
/// Why the last call failed.
const char *CScriptMessage(const CScript *script);
