#include "CEmbeddedFiles.h"

#include <string.h>

// C23's #embed, as lists of numbers in Swift took a tenth of the time that a build takes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"Locales.json", (const unsigned char[]){
#embed "../../Scene/SceneFile/Readers/Locales.json" suffix(, 0)
    }},
    {"Demo.yaml", (const unsigned char[]){
#embed "../../Command/RostrumKit/Project/Demo.yaml" suffix(, 0)
    }},
    {"HowDoI.md", (const unsigned char[]){
#embed "../../Command/RostrumKit/RostrumKit.docc/HowDoI.md" suffix(, 0)
    }},
    {"Library.yaml", (const unsigned char[]){
#embed "../../Scene/SceneFile/Parameters/Library.yaml" suffix(, 0)
    }},
    {"Report.html", (const unsigned char[]){
#embed "../../Regression/Regression/Reports/Report.html" suffix(, 0)
    }},
};

const unsigned char *cembeddedfiles_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}

const unsigned char *cembeddedfiles_find(
    const struct cembeddedfiles_file *files, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return NULL;
}
