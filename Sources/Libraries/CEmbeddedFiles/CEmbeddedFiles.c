#include "CEmbeddedFiles.h"

#include <string.h>

// C23's #embed, as lists of numbers in Swift took a tenth of the time that a build takes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct {
  const char *name;
  const unsigned char *text;
} files[] = {
    {"Locales.json", (const unsigned char[]){
#embed "../../Scene/SceneFile/Readers/Locales.json" suffix(, 0)
    }},
    {"Demo.yaml", (const unsigned char[]){
#embed "../../Command/RostrumKit/Project/Demo.yaml" suffix(, 0)
    }},
    {"Library.yaml", (const unsigned char[]){
#embed "../../Scene/SceneFile/Parameters/Library.yaml" suffix(, 0)
    }},
    {"ExpressionsGuards.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Guards.js" suffix(, 0)
    }},
    {"ExpressionsValues.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Values.js" suffix(, 0)
    }},
    {"ExpressionsProperties.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Properties.js" suffix(, 0)
    }},
    {"ExpressionsObjects.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Objects.js" suffix(, 0)
    }},
    {"ExpressionsSpaces.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Spaces.js" suffix(, 0)
    }},
    {"ExpressionsStart.js", (const unsigned char[]){
#embed "../../Import/Import/Lottie/Expressions/Library/Start.js" suffix(, 0)
    }},
    {"Report.html", (const unsigned char[]){
#embed "../../Command/RostrumKit/Diff/Reports/Report.html" suffix(, 0)
    }},
    {"index.html", (const unsigned char[]){
#embed "../../Preview/Preview/Page/index.html" suffix(, 0)
    }},
    {"preview.css", (const unsigned char[]){
#embed "../../Preview/Preview/Page/preview.css" suffix(, 0)
    }},
    {"preview.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/preview.js" suffix(, 0)
    }},
    {"connection.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/connection.js" suffix(, 0)
    }},
    {"recording.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/recording.js" suffix(, 0)
    }},
    {"comparison.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/comparison.js" suffix(, 0)
    }},
    {"curve.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/curve.js" suffix(, 0)
    }},
    {"editor.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/editor.js" suffix(, 0)
    }},
    {"graph.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/graph.js" suffix(, 0)
    }},
    {"handles.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/handles.js" suffix(, 0)
    }},
    {"inputs.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/inputs.js" suffix(, 0)
    }},
    {"inspector.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/inspector.js" suffix(, 0)
    }},
    {"keys.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/keys.js" suffix(, 0)
    }},
    {"output.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/output.js" suffix(, 0)
    }},
    {"player.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/player.js" suffix(, 0)
    }},
    {"problems.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/problems.js" suffix(, 0)
    }},
    {"rulers.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/rulers.js" suffix(, 0)
    }},
    {"scenes.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/scenes.js" suffix(, 0)
    }},
    {"sound.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/sound.js" suffix(, 0)
    }},
    {"soundrows.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/soundrows.js" suffix(, 0)
    }},
    {"source.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/source.js" suffix(, 0)
    }},
    {"additions.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/additions.js" suffix(, 0)
    }},
    {"alignment.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/alignment.js" suffix(, 0)
    }},
    {"fields.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/fields.js" suffix(, 0)
    }},
    {"gradient.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/gradient.js" suffix(, 0)
    }},
    {"snapping.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/snapping.js" suffix(, 0)
    }},
    {"structure.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/structure.js" suffix(, 0)
    }},
    {"tools.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/tools.js" suffix(, 0)
    }},
    {"trails.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/trails.js" suffix(, 0)
    }},
    {"svg.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/svg.js" suffix(, 0)
    }},
    {"tabs.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/tabs.js" suffix(, 0)
    }},
    {"timeline.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/timeline.js" suffix(, 0)
    }},
    {"waveform.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/waveform.js" suffix(, 0)
    }},
    {"words.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/words.js" suffix(, 0)
    }},
    {"zoom.js", (const unsigned char[]){
#embed "../../Preview/Preview/Page/zoom.js" suffix(, 0)
    }},
};

const unsigned char *cembeddedfiles_text(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return NULL;
}
