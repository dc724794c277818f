/// Languages by ISO 639: the two letters of part 1, then the three of part 2 (terminology), which
/// containers of MP4 have. From the Library of Congress's list.
private let languages = """
  aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul
  bibis bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym
  dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij
  fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb hihin hohmo hrhrv hthat
  huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav
  kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir
  lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon
  mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya
  ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus
  rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw
  stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tntsn toton trtur tstso tttat
  twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha
  zhzho zuzul
  """

/// Three letters of ISO 639-2 for a language such as `de` or `pt-BR`; `nil` for one that has none.
func threeLetters(ofLanguage language: String) -> String? {
  let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  if code.count == 3 { return code }
  return languages.split { $0 == " " || $0 == "\n" }.first {
    $0.prefix(2) == code && code.count == 2
  }
  .map { String($0.dropFirst(2)) }
}
