/// The files of the templates for titles, charts and slides.
extension ProjectTemplate {
  static let lowerThirdText = #"""
    # A name and what its bearer does, for the lower third of a picture. MOV and WebM keep what is
    # transparent around it: rostrum render lower-third.yaml --format mov
    size: [1280, 720]
    fps: 30
    duration: 5

    parameters:
      name: {default: Ada Lovelace, summary: Who is seen.}
      role: {default: Author of the first program, summary: What the person does.}
      accent: {type: color, default: "oklch(0.75 0.15 70)", summary: The bar at the left.}

    layers:
      - name: window                  # what lies outside of it is not seen
        frame: [80, 540, 620, 112]
        masksToBounds: true
        sublayers:
          - name: plate
            frame: [0, 0, 620, 112]
            backgroundColor: rgb(18 20 30 / 88%)
            animations:
              - &in
                type: basic
                keyPath: transform.translation.x
                fromValue: -640
                toValue: 0
                beginTime: 0.4
                duration: 0.6
                hold: true
                timingFunction: easeOut
              - &out
                type: basic
                keyPath: transform.translation.x
                toValue: -640
                beginTime: 4.2
                duration: 0.5
                removedOnCompletion: false
                fillMode: forwards
                timingFunction: easeIn
            sublayers:
              - {name: bar, frame: [0, 0, 10, 112], backgroundColor: "${accent}"}
              - name: name
                class: text
                string: ${name}
                fontSize: 40
                truncationMode: end
                frame: [36, 16, 560, 48]
                animations:
                  - <<: *in
                    fromValue: -60
                    beginTime: 0.6
              - name: role
                class: text
                string: ${role}
                fontSize: 22
                truncationMode: end
                foregroundColor: lightgray
                frame: [36, 68, 560, 30]
                animations:
                  - <<: *in
                    fromValue: -40
                    beginTime: 0.7

    """#

  static let titleText = #"""
    # A title that comes in word by word over a line that grows.
    size: [1280, 720]
    background: "#12141e"
    fps: 30
    duration: 4

    parameters:
      words: {type: table, default: [{text: Every}, {text: frame}, {text: alone}]}
      subtitle: {default: The same in any order}
      accent: {type: color, default: "oklch(0.75 0.15 190)"}

    layers:
      - forEach: word
        in: ${words}
        index: i
        do:
          name: word ${i}
          class: text
          string: ${word.text}
          fontSize: 88
          alignmentMode: center
          bounds: [340, 108]
          position: ["calc(640 + (${i} - (count(${words.text}) - 1) / 2) * 320)", 300]
          animations:
            - type: spring
              keyPath: transform.translation.y
              fromValue: 80
              beginTime: calc(0.3 + ${i} * 0.15)
              perceptualDuration: 0.6
              bounce: 0.25
              hold: true
            - type: basic
              keyPath: opacity
              fromValue: 0
              beginTime: calc(0.3 + ${i} * 0.15)
              duration: 0.4
              hold: true
      - name: line
        backgroundColor: ${accent}
        bounds: [900, 6]
        position: [640, 390]
        animations:
          - type: basic
            keyPath: bounds.size.width
            fromValue: 0
            beginTime: 0.9
            duration: 0.7
            hold: true
            timingFunction: easeOut
      - name: subtitle
        class: text
        string: ${subtitle}
        fontSize: 34
        foregroundColor: lightgray
        alignmentMode: center
        bounds: [900, 46]
        position: [640, 446]
        animations:
          - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 1.3, duration: 0.6, hold: true}

    """#

  static let chartText = #"""
    # A bar chart of chart.csv: the bars rise one after the other, the largest in another colour.
    size: [960, 540]
    background: white
    fps: 30
    duration: 3

    parameters:
      rows: {type: table, default: chart.csv, summary: A name and a value in each row.}
      title: {default: Visitors in thousands}
      accent: {type: color, default: "oklch(0.6 0.17 30)", summary: The largest bar.}

    layers:
      - name: title
        class: text
        string: ${title}
        fontSize: 32
        foregroundColor: "#202430"
        frame: [80, 36, 800, 44]
      - forEach: share
        in: {from: 0, to: 1, step: 0.25}
        do:
          name: line ${share}
          frame: [80, "calc(450 - ${share} * 320)", 800, 1]
          backgroundColor: gainsboro
      - forEach: row
        in: ${rows}
        index: i
        do:
          - name: bar ${row.name}
            anchorPoint: [0.5, 1]
            bounds: [90, "calc(${row.value} / max(${rows.value}) * 320)"]
            position: ["calc(80 + (${i} + 0.5) * 800 / count(${rows.name}))", 450]
            cornerRadius: 4
            maskedCorners: [minXMinY, maxXMinY]
            backgroundColor: calc(if(${row.value} == max(${rows.value}), ${accent}, steelblue))
            animations:
              - type: basic
                keyPath: bounds.size.height
                fromValue: 0
                duration: 0.8
                beginTime: calc(0.3 + ${i} * 0.15)
                hold: true
                timingFunction: easeOut
          - name: value ${row.name}
            class: text
            string: ${row.value}
            fontSize: 22
            foregroundColor: "#202430"
            alignmentMode: center
            bounds: [120, 30]
            position:
              - calc(80 + (${i} + 0.5) * 800 / count(${rows.name}))
              - calc(430 - ${row.value} / max(${rows.value}) * 320)
            animations:
              - type: basic
                keyPath: opacity
                fromValue: 0
                beginTime: calc(0.9 + ${i} * 0.15)
                duration: 0.3
                hold: true
          - name: label ${row.name}
            class: text
            string: ${row.name}
            fontSize: 22
            foregroundColor: dimgray
            alignmentMode: center
            bounds: [120, 30]
            position: ["calc(80 + (${i} + 0.5) * 800 / count(${rows.name}))", 476]

    """#

  static let chartRowsText = #"""
    name,value
    Mon,42
    Tue,58
    Wed,51
    Thu,73
    Fri,66

    """#

  static let slideshowText = #"""
    # Slides that come and go, each with a heading and a line of text. Pictures would go into
    # 'contents', with contentsGravity: resizeAspectFill.
    size: [1280, 720]
    background: "#101218"
    fps: 30
    duration: calc(count(${slides.heading}) * 3 + 0.5)

    parameters:
      slides:
        type: table
        default:
          - {heading: Declare, text: A scene says what there is., hue: 250}
          - {heading: Evaluate, text: Any frame is worked out alone., hue: 310}
          - {heading: Render, text: The pixels are the same everywhere., hue: 160}

    layers:
      - forEach: slide
        in: ${slides}
        index: i
        do:
          name: slide ${i}
          in: calc(${i} * 3)
          out: calc(${i} * 3 + 3.5)
          bounds: [1280, 720]
          position: [640, 360]
          animations:
            - {type: basic, keyPath: opacity, fromValue: 0, beginTime: "calc(${i} * 3)", duration: 0.5}
          sublayers:
            - name: ground ${i}
              class: gradient
              bounds: [1280, 720]
              position: [640, 360]
              startPoint: [0, 0]
              endPoint: [1, 1]
              colors: ["oklch(0.55 0.14 ${slide.hue})", "oklch(0.28 0.09 ${slide.hue})"]
              animations:
                - type: basic
                  keyPath: transform.scale
                  fromValue: 1
                  toValue: 1.15
                  beginTime: calc(${i} * 3)
                  duration: 3.5
                  hold: true
            - name: heading ${i}
              class: text
              string: ${slide.heading}
              fontSize: 96
              frame: [110, 240, 1060, 120]
              animations:
                - &rise
                  type: basic
                  keyPath: transform.translation.y
                  fromValue: 40
                  beginTime: calc(${i} * 3)
                  duration: 0.7
                  timingFunction: easeOut
            - name: text ${i}
              class: text
              string: ${slide.text}
              fontSize: 38
              foregroundColor: rgb(255 255 255 / 80%)
              frame: [114, 372, 1060, 54]
              animations:
                - *rise

    """#
}
