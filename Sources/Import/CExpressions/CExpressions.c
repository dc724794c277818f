#include "CExpressions.h"

#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"Language.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Language.js" suffix(, 0)
    }},
    {"Values.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Values.js" suffix(, 0)
    }},
    {"Properties.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Properties.js" suffix(, 0)
    }},
    {"Objects.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Objects.js" suffix(, 0)
    }},
    {"Spaces.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Spaces.js" suffix(, 0)
    }},
    {"Start.js", (const unsigned char[]){
#embed "../Lottie/Expressions/Library/Start.js" suffix(, 0)
    }},
};

const unsigned char *cexpressions_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}
