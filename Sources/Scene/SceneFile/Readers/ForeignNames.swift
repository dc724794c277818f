import RostrumSource

/// Words that people bring from elsewhere, with ours: for the hints that edit distance cannot find.
enum ForeignNames {
  /// Ours for a word, where `known` has it.
  static func match(_ word: String, in table: [String: [String]], known: (String) -> Bool)
    -> String?
  {
    table[normalized(word)]?.first(where: known)
  }

  /// `border-radius` and `borderRadius` are the same word.
  static func normalized(_ word: String) -> String {
    String(
      String.UnicodeScalarView(
        word.lowercased().unicodeScalars.filter { !"-_ .".unicodeScalars.contains($0) }))
  }

  /// Keys of scenes, layers and animations. Keys in small letters without hyphens.
  static let keys: [String: [String]] = [
    "borderradius": ["cornerRadius"], "radius": ["cornerRadius", "inputRadius"],
    "rounded": ["cornerRadius"],
    "background": ["backgroundColor", "background"], "backgroundcolor": ["background"],
    "bg": ["backgroundColor", "background"], "bgcolor": ["backgroundColor", "background"],
    "color": ["foregroundColor", "fillColor", "backgroundColor"],
    "colour": ["foregroundColor", "fillColor", "backgroundColor"],
    "textcolor": ["foregroundColor"], "fill": ["fillColor", "backgroundColor"],
    "border": ["borderWidth"], "shadow": ["shadowOpacity"],
    "boxshadow": ["shadowOpacity"], "dropshadow": ["shadowOpacity"],
    "shadowblur": ["shadowRadius"], "blur": ["filters"],
    "filter": ["filters"], "gradient": ["colors"], "stops": ["colors"],
    "stroke": ["strokeColor"], "strokewidth": ["lineWidth"], "strokelinecap": ["lineCap"],
    "strokelinejoin": ["lineJoin"], "strokedasharray": ["lineDashPattern"],
    "dash": ["lineDashPattern"], "linedash": ["lineDashPattern"],
    "strokedashoffset": ["lineDashPhase"], "d": ["path"], "svg": ["path"],
    "text": ["string"], "content": ["string", "contents"], "fontfamily": ["font"],
    "fontweight": ["font"], "fontstyle": ["font"],
    "textalign": ["alignmentMode"], "alignment": ["alignmentMode"], "align": ["alignmentMode"],
    "verticalalign": ["verticalAlignment"], "valign": ["verticalAlignment"],
    "leading": ["lineHeight"], "linespacing": ["lineHeight"], "tracking": ["letterSpacing"],
    "kerning": ["letterSpacing"], "kern": ["letterSpacing"],
    "outline": ["strokeColor", "borderWidth"],
    "outlinecolor": ["strokeColor"], "outlinewidth": ["lineWidth"], "startoffset": ["pathOffset"],
    "autofit": ["fit"], "adjustsfontsizetofitwidth": ["fit"], "fontfallback": ["font"],
    "fonts": ["font"], "minimumscalefactor": ["minimumFontSize"], "padding": ["sizeToFit"],
    "wrap": ["wrapped"], "size": ["bounds", "fontSize"],
    "x": ["position", "axis"], "y": ["position", "axis"], "left": ["position"], "top": ["position"],
    "center": ["position"], "origin": ["position"], "w": ["bounds"], "h": ["bounds"],
    "width": ["bounds", "size"], "height": ["bounds", "size"], "rect": ["frame", "bounds"],
    "image": ["contents"], "picture": ["contents"],
    "src": ["video", "contents", "file"], "source": ["video", "contents", "file"],
    "objectfit": ["contentsGravity"], "contentmode": ["contentsGravity"],
    "gravity": ["contentsGravity"], "alpha": ["opacity"], "visible": ["hidden"],
    "visibility": ["hidden"], "ishidden": ["hidden"], "overflow": ["masksToBounds"],
    "clip": ["masksToBounds"], "clipstobounds": ["masksToBounds"], "zindex": ["zPosition"],
    "z": ["zPosition", "axis"], "rotation": ["transform"], "rotate": ["transform"],
    "angle": ["axis", "transform"], "scale": ["transform"],
    "translate": ["transform"],
    "translation": ["transform"], "affinetransform": ["transform"],
    "anchor": ["anchorPoint"], "pivot": ["anchorPoint"], "transformorigin": ["anchorPoint"],
    "children": ["sublayers", "layers"], "subviews": ["sublayers", "layers"],
    "layers": ["sublayers"], "sublayers": ["layers"], "views": ["layers"],
    "id": ["name", "key"], "kind": ["type", "class"], "type": ["class"], "class": ["type"],
    "animation": ["animations"], "animate": ["animations"],
    "subtitles": ["captions"], "subtitle": ["captions"], "markers": ["chapters"],
    "volume": ["gain"], "level": ["gain"], "balance": ["pan"], "mute": ["muted"],
    "startfrom": ["in"], "endat": ["out"], "trim": ["in"], "playbackrate": ["speed"],
    "offset": ["beginTime"], "startat": ["beginTime"], "sound": ["audio"], "music": ["audio"],
    "delay": ["beginTime"], "begin": ["beginTime", "start"], "start": ["beginTime"],
    "begintime": ["at"], "until": ["end"], "on": ["at"],
    "loop": ["repeatCount", "loop"], "iterations": ["repeatCount"], "repeat": ["repeatCount"],
    "iterationcount": ["repeatCount"], "repeats": ["repeatCount"],
    "direction": ["autoreverses"], "alternate": ["autoreverses"], "yoyo": ["autoreverses"],
    "reverse": ["autoreverses"], "autoreverse": ["autoreverses"], "fill mode": ["fillMode"],
    "isremovedoncompletion": ["removedOnCompletion"], "isadditive": ["additive"],
    "iscumulative": ["cumulative"], "easing": ["timingFunction"], "ease": ["timingFunction"],
    "curve": ["timingFunction"], "easings": ["timingFunctions"],
    "timing": ["timingFunction", "options"],
    "duration": ["animationDuration"], "timingfunction": ["animationTimingFunction", "options"],
    "from": ["fromValue", "start"], "to": ["toValue", "end"], "by": ["byValue"],
    "property": ["keyPath"],
    "attribute": ["keyPath"], "keyframes": ["values", "toValue"], "shape": ["cornerRadius"],
    "value": ["values", "toValue"],
    "times": ["keyTimes"], "offsets": ["keyTimes"], "keys": ["keyTimes"],
    "mode": ["calculationMode"],
    "velocity": ["initialVelocity"], "tension": ["stiffness"], "friction": ["damping"],
    "response": ["perceptualDuration"], "dampingratio": ["bounce"],
    "framerate": ["fps"], "rate": ["fps"], "framespersecond": ["fps"], "length": ["duration"],
    "time": ["at", "duration"], "when": ["at"], "canvas": ["size"], "resolution": ["size"],
    "dimensions": ["size"],
    "italic": ["style"], "bold": ["weight", "font"], "dur": ["duration"],
    "runtime": ["duration"], "durationinframes": ["duration"], "starttime": ["beginTime", "start"],
    "params": ["parameters"], "underline": ["underlineStyle"],
    "frames": ["duration"], "name": ["family"], "path": ["file", "path"],
    "springbounciness": ["bounce"], "bounciness": ["bounce"],
    "springspeed": ["perceptualDuration"], "orient": ["rotationMode"],
    "transition": ["transitionType"], "effect": ["transitionType"], "motionpath": ["path"],
    "values": ["let"], "definitions": ["components"], "defaults": ["styles"], "classes": ["styles"],
    "pin": ["position"], "variables": ["let"], "vars": ["let"], "constants": ["let"],
  ]

  /// Advice where the name alone would not help.
  static let advice: [String: String] = [
    "x": "write position: [x, y]", "y": "write position: [x, y]",
    "left": "write position: [x, y] or frame: [x, y, width, height]",
    "top": "write position: [x, y] or frame: [x, y, width, height]",
    "w": "write bounds: [width, height]", "h": "write bounds: [width, height]",
    "visible": "the opposite is called 'hidden'",
    "visibility": "write hidden: true or hidden: false",
    "rotation": "write transform: {rotation: 90deg}; its key path is transform.rotation",
    "rotate": "write transform: {rotation: 90deg}; its key path is transform.rotation",
    "angle": "write transform: {rotation: 90deg}; its key path is transform.rotation",
    "x.axis": "write rotation.x: 60deg in place of rotation",
    "y.axis": "write rotation.y: 60deg in place of rotation",
    "z.axis": "write rotation: 60deg",
    "on": "a film has no clicks: write at: SECONDS",
    "scale": "write transform: {scale: 2}; its key path is transform.scale",
    "translate": "write transform: {translation: [x, y]}; its key path is transform.translation",
    "translation": "write transform: {translation: [x, y]}; its key path is transform.translation",
    "overflow": "write masksToBounds: true",
    "border": "write borderWidth: 1 and borderColor: black",
    "shadow":
      "write shadowOpacity: 0.5; beside it stand shadowColor, shadowOffset and shadowRadius",
    "boxshadow":
      "write shadowOpacity: 0.5; beside it stand shadowColor, shadowOffset and shadowRadius",
    "dropshadow":
      "write shadowOpacity: 0.5; beside it stand shadowColor, shadowOffset and shadowRadius",
    "blur": "write filters: [{type: gaussianBlur, inputRadius: 4}]",
    "fontweight": "write font: {family: NAME, weight: bold}",
    "fontstyle": "write font: {family: NAME, style: italic}",
    "shape": "for a circle write cornerRadius: half of bounds; for a path class: shape, with path",
    "keyframes": "write values: [1, 2, 1], and keyTimes: [0, 0.5, 1]",
    "loop": "write repeatCount: infinite, or how often",
    "padding": "write sizeToFit: {padding: [8, 16]}",
    "fontfallback": "write font: [FIRST, SECOND]",
    "values": "write let: {done: {toValue: 42, duration: 1}}, and value: \"${done}\" to follow it",
    "defaults": "write styles: what it says under the name of a class or a type, all of that have",
    "pin": "write position: bottomRight, or position: {right: 20, bottom: 20}",
    "bold": "write font: {family: NAME, weight: bold}",
    "italic": "write font: {family: NAME, style: italic}",
    "bounciness": "write perceptualDuration: 0.5 and bounce: 0.3",
    "springbounciness": "write perceptualDuration: 0.5 and bounce: 0.3",
    "springspeed": "write perceptualDuration: 0.5 and bounce: 0.3",
    "durationinframes": "write duration, in seconds: the frames divided by fps",
  ]

  /// Advice for words of a mapping that has a certain key, before words that are only like them.
  private static let answers: [(words: Set<String>, beside: String, advice: String)] = [
    (
      ["blendmode", "mixblendmode", "blend", "blending"], "compositingFilter",
      "write compositingFilter: multiplyBlendMode, or another mode"
    ),
    (["perspective"], "sublayerTransform", "write transform: {perspective: 500}"),
    (
      ["motionpath", "offsetpath", "moveto"], "animations",
      "write animations: {position: {type: keyframe, path: \"M 0 0 L 90 0\", duration: 1}}"
    ),
    (
      ["keyframes"], "animations",
      "write animations: {opacity: {type: keyframe, values: [0, 1, 0], duration: 1}}"
    ),
    (
      ["countup", "counter", "count"], "string",
      "write let: {n: {fromValue: 0, toValue: 100, duration: 1}} in the scene, and text: \"${n}\""
    ),
    (
      ["video", "movie", "film"], "sublayers",
      "write class: video, with video: FILE"
    ),
    (["component", "componentname", "symbol"], "sublayers", "write use: NAME"),
    (
      ["for", "each", "in", "do"], "sublayers",
      "write forEach: i, with in: 3 and do: {...}, to repeat a layer"
    ),
    (
      ["start", "end", "from", "to", "showat", "hideat", "appearat"], "sublayers",
      "write in: 1 and out: 2 for when the layer is on the stage"
    ),
    (["hide", "show", "remove"], "set", "write set: {NAME: {hidden: true}}"),
    (["spring"], "toValue", "write type: spring, without a timing function"),
    (
      ["maxwidth", "minwidth", "textwidth"], "wrapped",
      "write bounds: [WIDTH, HEIGHT] and wrapped: true"
    ),
    (
      ["stops", "offsets", "positions"], "locations", "write locations: [0, 1], one for each color"
    ),
    (
      ["angle", "direction"], "locations",
      "write startPoint: [0, 0.5] and endPoint: [1, 0.5], in shares of the box"
    ),
  ]

  /// Advice for a word of a mapping whose keys are `known`, that another key's name could mislead.
  static func answerFirst(_ word: String, known: (String) -> Bool) -> String? {
    let word = normalized(word)
    return answers.first { $0.words.contains(word) && known($0.beside) }?.advice
  }

  /// Advice for words that no mapping has anything like.
  static func answer(_ word: String, known: (String) -> Bool) -> String? {
    let word = normalized(word)
    if known(Key.layout.name), layoutWords.contains(word) {
      return "write layout: {type: row, gap: 10, justify: center}"
    }
    if known(Key.transaction.name),
      ["duration", "timingfunction", "animationduration", "easing"].contains(word)
    {
      return "write transaction: {animationDuration: 1, animationTimingFunction: easeOut}"
    }
    if word == "loop", known(Key.framesPerSecond.name) {
      return "an animation repeats with repeatCount: infinite; a GIF begins again by itself"
    }
    if Int(word) != nil { return "decimals are written with a point: 0.5" }
    if ["stagger", "staggerchildren", "lagratio", "offset"].contains(word) {
      return "write stagger: 0.1 on the layer around those that begin one after the other"
    }
    let ends = [
      "completion", "completionblock", "setcompletionblock", "completionhandler", "oncomplete",
      "onfinish", "onend", "animationdidstop", "delegate", "then", "finally",
    ]
    return ends.contains(word) ? followingEnd : nil
  }

  private static let layoutWords = [
    "gap", "spacing", "justify", "justifycontent", "alignitems", "flexdirection", "flexwrap",
    "display", "flex", "columns",
  ]

  /// Ours for a word of a layout, where it is among `words`.
  static func word(_ word: String, among words: [String]) -> String? {
    let table = [
      "middle": "center", "centre": "center", "flexstart": "start", "left": "start",
      "top": "start", "flexend": "end", "right": "end", "bottom": "end", "horizontal": "row",
      "hstack": "row", "vertical": "column", "vstack": "column", "zstack": "stack",
      "characters": "letters", "chars": "letters", "ellipsis": "end",
    ]
    let word = normalized(word)
    if let known = ([table[word]] + (fittings[word] ?? [])).compactMap(\.self)
      .first(where: words.contains)
    {
      return known
    }
    let longer = words.filter { word.count > 2 && normalized($0).hasPrefix(word) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// CSS's words for how a picture fills its box.
  private static let fittings: [String: [String]] = [
    "cover": ["resizeAspectFill"], "contain": ["resizeAspect"], "scaledown": ["resizeAspect"],
    "fill": ["resize"], "stretch": ["resize"], "aspectfill": ["resizeAspectFill"],
    "aspectfit": ["resizeAspect"], "fit": ["resizeAspect"],
  ]

  /// The scene's counterpart of completion blocks and delegates.
  static let followingEnd =
    "let an event follow the end: after: {event: NAME} or after: {layer: NAME, animation: KEY}"

  /// The class that corresponds to another program's class, with a hint.
  static func layerClass(_ word: String) -> (name: String, hint: String)? {
    let plain = "layer"
    return switch normalized(word) {
    case "image", "img", "picture", "photo", "sprite", "bitmap":
      (plain, "leave class out, and write contents: FILE")
    case "svg": (plain, "leave class out, and write contents: FILE.svg, or 'rostrum import' it")
    case "lottie", "dotlottie", "bodymovin":
      (plain, "write class: scene, with scene: FILE, or turn it into a scene by 'rostrum import'")
    case "rive":
      (plain, "turn the file into a scene by 'rostrum import', and show that as class: scene")
    case "path", "line", "polygon", "polyline", "vector":
      ("shape", "write class: shape, with path: \"M 0 0 L 100 50\"")
    case "circle", "ellipse", "dot", "disc":
      (plain, "leave class out, and write cornerRadius: half of its width")
    case "rect", "rectangle", "box", "div", "square", "view", "solid", "null":
      (plain, "leave class out: a layer with bounds and backgroundColor is a rectangle")
    case "group", "container", "folder", "stack", "g", "composition":
      (plain, "leave class out, and write sublayers: [...]")
    case "label", "string", "title", "paragraph", "span", "p": ("text", "did you mean 'text'?")
    case "audio", "sound", "music", "voice":
      (plain, "write it under audio: of the scene or of a layer, with file: FILE")
    case "particles", "particle": ("emitter", "did you mean 'emitter'?")
    case "repeater", "array", "cloner": ("replicator", "did you mean 'replicator'?")
    default: nil
    }
  }

  /// Core Animation's curve for CSS's words.
  static func plainTimingFunction(_ word: String) -> String? { plainEasings[normalized(word)] }

  /// Timing functions of easings.net and of other libraries are recognised by their parts.
  static func timingFunction(_ word: String, known: [String]) -> String? {
    let letters = normalized(word)
    guard let family = easingFamilies.first(where: { letters.contains($0.key) })?.value else {
      return nil
    }
    let rest = letters.replacing("ease", with: "")
    let ending = rest.contains("inout") ? "EaseInOut" : rest.hasOut ? "EaseOut" : "EaseIn"
    return known.contains(family + ending) ? family + ending : nil
  }

  private static let plainEasings: [String: String] = [
    "easein": "easeIn", "easeout": "easeOut", "easeinout": "easeInEaseOut", "ease": "default",
    "easeineaseout": "easeInEaseOut", "smooth": "easeInEaseOut", "none": "linear",
  ]

  private static let easingFamilies: KeyValuePairs<String, String> = [
    "sin": "sine", "quadr": "quadratic", "quad": "quadratic", "cubic": "cubic",
    "quart": "quartic", "quint": "quintic", "expo": "exponential", "circ": "circular",
    "back": "back", "elastic": "elastic", "bounce": "bounce",
  ]
}

extension String {
  /// `bounceOut`, `outBounce` and `out`, but not `routine`.
  fileprivate var hasOut: Bool { hasPrefix("out") || hasSuffix("out") }
}

/// A class of Core Animation that scene files do not have, because a program draws its contents.
struct RefusedClass {
  let coreAnimationName: String
  /// The interface that the class draws with.
  private let interface: String
  private let names: [String]

  private static let all = [
    RefusedClass("CAMetalLayer", "Metal", ["metal", "mtl"]),
    RefusedClass("CAEAGLLayer", "OpenGL ES", ["eagl", "gles", "opengles"]),
    RefusedClass("CAOpenGLLayer", "OpenGL", ["opengl", "gl", "nsopengl"]),
  ]

  private init(_ coreAnimationName: String, _ interface: String, _ names: [String]) {
    self.coreAnimationName = coreAnimationName
    self.interface = interface
    self.names = names
  }

  /// The class of that name, as in Core Animation or short.
  static func named(_ name: String) -> RefusedClass? {
    let word = name.lowercased()
    return all.first {
      $0.coreAnimationName.lowercased() == word || $0.names.contains(word)
        || $0.names.contains { word == $0 + "layer" }
    }
  }

  var message: String {
    "\(coreAnimationName) shows what a program draws with \(interface), which a scene file cannot hold"
  }

  var hint: String { "render it to pictures, and show them as the contents of a layer" }
}

/// A key of `CALayer` or `CAMediaTiming` that scene files do not have: the reason, and the
/// replacement.
struct RefusedKey {
  let message: String
  let hint: String

  /// `words` are ours for the name.
  static func named(_ name: String, meaning words: [String]) -> RefusedKey? {
    if ofAnimations.contains(name) {
      return RefusedKey(
        message: "a layer's clock neither ends nor repeats: \(name.quoted) belongs to animations",
        hint: "write it in the layer's animations")
    }
    if let meant = words.first(where: ofAnimations.contains) {
      let advice = ForeignNames.advice[ForeignNames.normalized(name)] ?? "it is called '\(meant)'"
      return RefusedKey(
        message: "a layer's clock neither ends nor repeats: \(name.quoted) belongs to animations",
        hint: "in the layer's animations, \(advice)")
    }
    return others[name]
  }

  /// Keys of `CAMediaTiming` that a layer lacks: it has only `beginTime`, `speed` and `timeOffset`,
  /// which map its time.
  private static let ofAnimations: Set<String> = [
    "duration", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
  ]

  private static let others: [String: RefusedKey] = [
    "contentsFormat": always("pictures have 8 bits for each of red, green, blue and alpha"),
    "allowsEdgeAntialiasing": always("the edges of layers are smooth"),
    "edgeAntialiasingMask": always("all four edges of layers are smooth"),
    "opaque": always("layers are drawn as they are, and need no promise to be opaque"),
    "drawsAsynchronously": always("frames are drawn side by side"),
    "allowsFontSubpixelQuantization": always("letters stand where they belong, at no whole pixels"),
  ]

  private static func always(_ reason: String) -> RefusedKey {
    RefusedKey(message: "nothing to choose here: \(reason)", hint: "leave it out")
  }
}
