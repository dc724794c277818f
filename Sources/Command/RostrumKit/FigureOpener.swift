public import RostrumFigures
import RostrumMedia
public import RostrumOutput
public import RostrumRendering
public import RostrumSceneFile

extension SceneOpener {
  /// Loads a figure file with its scenes, with its texts in a language, or in the file's own. What
  /// is wrong inside it is in the result.
  public func openFigure(
    _ path: String, language: FigureLanguage? = nil
  ) throws(SceneFileError) -> (result: FigureLoadResult, assets: SceneAssets) {
    let videos = self.videos
    let assets = self.assets(videos)
    let loader = FigureLoader(
      options: options, assets: SceneInspector(options: options, assets: assets, videos: videos),
      language: language)
    return (try loader.load(path: path), assets)
  }

  /// Loads a theme file. Mistakes in its content are in the result.
  public func openTheme(_ path: String) throws(SceneFileError) -> ThemeLoadResult {
    let inspector = SceneInspector(options: options, assets: SceneAssets(), videos: videos)
    return try FigureLoader(options: options, assets: inspector).loadTheme(path: path)
  }
}
