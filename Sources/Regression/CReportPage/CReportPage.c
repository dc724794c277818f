#include "CReportPage.h"

#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"Report.html", (const unsigned char[]){
#embed "../Regression/Reports/Report.html" suffix(, 0)
    }},
};

const unsigned char *creportpage_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}
