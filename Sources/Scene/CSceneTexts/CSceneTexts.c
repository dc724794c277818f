#include "CSceneTexts.h"

#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"Library.yaml", (const unsigned char[]){
#embed "../SceneFile/Parameters/Library.yaml" suffix(, 0)
    }},
    {"Locales.json", (const unsigned char[]){
#embed "../SceneFile/Readers/Locales.json" suffix(, 0)
    }},
};

const unsigned char *cscenetexts_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}
