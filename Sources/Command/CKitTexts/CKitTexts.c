#include "CKitTexts.h"

#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"Demo.yaml", (const unsigned char[]){
#embed "../RostrumKit/Project/Demo.yaml" suffix(, 0)
    }},
    {"HowDoI.md", (const unsigned char[]){
#embed "../RostrumKit/RostrumKit.docc/HowDoI.md" suffix(, 0)
    }},
};

const unsigned char *ckittexts_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}
