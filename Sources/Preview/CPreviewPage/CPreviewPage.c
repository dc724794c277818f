#include "CPreviewPage.h"

#include "CEmbeddedFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const struct cembeddedfiles_file files[] = {
    {"index.html", (const unsigned char[]){
#embed "../Preview/Page/index.html" suffix(, 0)
    }},
    {"chinese.json", (const unsigned char[]){
#embed "../Preview/Page/chinese.json" suffix(, 0)
    }},
    {"preview.css", (const unsigned char[]){
#embed "../Preview/Page/preview.css" suffix(, 0)
    }},
    {"details.js", (const unsigned char[]){
#embed "../Preview/Page/details.js" suffix(, 0)
    }},
    {"elements.js", (const unsigned char[]){
#embed "../Preview/Page/elements.js" suffix(, 0)
    }},
    {"part.js", (const unsigned char[]){
#embed "../Preview/Page/part.js" suffix(, 0)
    }},
    {"header.js", (const unsigned char[]){
#embed "../Preview/Page/header.js" suffix(, 0)
    }},
    {"stage.js", (const unsigned char[]){
#embed "../Preview/Page/stage.js" suffix(, 0)
    }},
    {"state.js", (const unsigned char[]){
#embed "../Preview/Page/state.js" suffix(, 0)
    }},
    {"transport.js", (const unsigned char[]){
#embed "../Preview/Page/transport.js" suffix(, 0)
    }},
    {"tree.js", (const unsigned char[]){
#embed "../Preview/Page/tree.js" suffix(, 0)
    }},
    {"preview.js", (const unsigned char[]){
#embed "../Preview/Page/preview.js" suffix(, 0)
    }},
    {"connection.js", (const unsigned char[]){
#embed "../Preview/Page/connection.js" suffix(, 0)
    }},
    {"recording.js", (const unsigned char[]){
#embed "../Preview/Page/recording.js" suffix(, 0)
    }},
    {"comparison.js", (const unsigned char[]){
#embed "../Preview/Page/comparison.js" suffix(, 0)
    }},
    {"curve.js", (const unsigned char[]){
#embed "../Preview/Page/curve.js" suffix(, 0)
    }},
    {"editor.js", (const unsigned char[]){
#embed "../Preview/Page/editor.js" suffix(, 0)
    }},
    {"graph.js", (const unsigned char[]){
#embed "../Preview/Page/graph.js" suffix(, 0)
    }},
    {"handles.js", (const unsigned char[]){
#embed "../Preview/Page/handles.js" suffix(, 0)
    }},
    {"inputs.js", (const unsigned char[]){
#embed "../Preview/Page/inputs.js" suffix(, 0)
    }},
    {"keys.js", (const unsigned char[]){
#embed "../Preview/Page/keys.js" suffix(, 0)
    }},
    {"output.js", (const unsigned char[]){
#embed "../Preview/Page/output.js" suffix(, 0)
    }},
    {"panels.js", (const unsigned char[]){
#embed "../Preview/Page/panels.js" suffix(, 0)
    }},
    {"player.js", (const unsigned char[]){
#embed "../Preview/Page/player.js" suffix(, 0)
    }},
    {"problems.js", (const unsigned char[]){
#embed "../Preview/Page/problems.js" suffix(, 0)
    }},
    {"rulers.js", (const unsigned char[]){
#embed "../Preview/Page/rulers.js" suffix(, 0)
    }},
    {"scenes.js", (const unsigned char[]){
#embed "../Preview/Page/scenes.js" suffix(, 0)
    }},
    {"sound.js", (const unsigned char[]){
#embed "../Preview/Page/sound.js" suffix(, 0)
    }},
    {"soundrows.js", (const unsigned char[]){
#embed "../Preview/Page/soundrows.js" suffix(, 0)
    }},
    {"source.js", (const unsigned char[]){
#embed "../Preview/Page/source.js" suffix(, 0)
    }},
    {"additions.js", (const unsigned char[]){
#embed "../Preview/Page/additions.js" suffix(, 0)
    }},
    {"fields.js", (const unsigned char[]){
#embed "../Preview/Page/fields.js" suffix(, 0)
    }},
    {"gradient.js", (const unsigned char[]){
#embed "../Preview/Page/gradient.js" suffix(, 0)
    }},
    {"search.js", (const unsigned char[]){
#embed "../Preview/Page/search.js" suffix(, 0)
    }},
    {"snapping.js", (const unsigned char[]){
#embed "../Preview/Page/snapping.js" suffix(, 0)
    }},
    {"structure.js", (const unsigned char[]){
#embed "../Preview/Page/structure.js" suffix(, 0)
    }},
    {"bubble.js", (const unsigned char[]){
#embed "../Preview/Page/bubble.js" suffix(, 0)
    }},
    {"trails.js", (const unsigned char[]){
#embed "../Preview/Page/trails.js" suffix(, 0)
    }},
    {"tabs.js", (const unsigned char[]){
#embed "../Preview/Page/tabs.js" suffix(, 0)
    }},
    {"timeline.js", (const unsigned char[]){
#embed "../Preview/Page/timeline.js" suffix(, 0)
    }},
    {"waveform.js", (const unsigned char[]){
#embed "../Preview/Page/waveform.js" suffix(, 0)
    }},
    {"words.js", (const unsigned char[]){
#embed "../Preview/Page/words.js" suffix(, 0)
    }},
    {"zoom.js", (const unsigned char[]){
#embed "../Preview/Page/zoom.js" suffix(, 0)
    }},
};

const unsigned char *cpreviewpage_text(const char *name) {
  return cembeddedfiles_find(files, sizeof files / sizeof *files, name);
}
