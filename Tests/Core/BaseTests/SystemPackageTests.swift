import RostrumBase
import Testing

@Suite("Packages of systems")
struct SystemPackageTests {
  @Test(
    "A system's description names its package manager",
    arguments: [
      ("PRETTY_NAME=\"Debian 12\"\nID=debian\n", PackageManager.apt),
      ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", .apt),
      ("NAME=Rocky\nID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .dnf),
      ("ID=fedora\nVERSION_ID=42", .dnf), ("ID='alpine'\n", .apk),
      // The system's own name comes before the names of similar systems.
      ("ID_LIKE=debian\nID=fedora\n", .dnf),
      ("ID=plan9\nNAME=debian\nVARIANT_ID=debian\n", nil), ("", nil),
    ])
  func managers(text: String, manager: PackageManager?) {
    #expect(PackageManager(systemDescription: text) == manager)
  }

  @Test(
    "A package is listed once for all systems that call it the same",
    arguments: [
      (SystemPackage.svg, "librsvg2-2 (Debian), librsvg2 (Fedora), librsvg (Alpine, Homebrew)"),
      (.ffmpeg, "ffmpeg (Debian, Fedora, Alpine, Homebrew)"),
      (.avif, "libavif-gdk-pixbuf (Debian), avif-pixbuf-loader (Fedora), libavif (Homebrew)"),
    ])
  func lists(package: SystemPackage, names: String) { #expect(package.allNames == names) }

  @Test("Each package has a name for Debian", arguments: SystemPackage.allCases)
  func debian(package: SystemPackage) { #expect(package.name(for: .apt) != nil) }

  @Test("Only root, and Homebrew, install without sudo")
  func commands() {
    #expect(PackageManager.apk.command(installing: ["a", "b"], isRoot: true) == "apk add a b")
    #expect(PackageManager.dnf.command(installing: ["a"], isRoot: false) == "sudo dnf install -y a")
    #expect(PackageManager.homebrew.command(installing: ["a"], isRoot: false) == "brew install a")
  }

  @Test("Fonts that Rostrum asks for have a package, whatever the case of their names")
  func fonts() {
    #expect(SystemPackage(fontFamily: "liberation SANS") == .liberation)
    #expect(SystemPackage(fontFamily: "Noto Color Emoji") == .emoji)
    #expect(SystemPackage(fontFamily: "Lato") == nil)
  }
}
