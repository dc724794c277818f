#pragma once

#include <stdbool.h>

/// A JavaScript library in JavaScriptCore, which is opened at run time. It sees no file, network or
/// program, only its host. Nothing of it is shared. Used by one thread at a time.
typedef struct CScript CScript;

/// The program's answer to a text of the library; freed by the caller, NULL for none.
typedef char *(*CScriptHost)(void *owner, const char *text);

/// Whether JavaScriptCore is on this machine.
bool CScriptIsThere(void);

/// Runs a text whose value is a function of the host that returns a function of a text: the library.
/// NULL when that fails.
CScript *CScriptCreate(const char *code, CScriptHost host, void *owner);
void CScriptDestroy(CScript *script);

/// The library's answer to a text; freed by the caller. NULL when it fails, or when its code takes
/// more than `seconds` of a processor's time: it is of no use any more then.
char *CScriptCall(CScript *script, const char *text, double seconds);
/// Whether the time of the last call was over.
bool CScriptIsLate(const CScript *script);
/// Why the last call failed, in one line or more.
const char *CScriptMessage(const CScript *script);
