/// A class of Core Animation that no scene file can have: its layers show what a program draws.
struct RefusedClass {
  let coreAnimationName: String
  /// What the class draws with.
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

  /// Of the class with that name, as in Core Animation or short.
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
