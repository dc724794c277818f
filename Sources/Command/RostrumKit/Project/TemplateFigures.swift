/// The files of the templates for marks, clips, figures and tests.
extension ProjectTemplate {
  static let logoText = #"""
    # A mark that draws itself, is filled, and gets its name.
    size: [800, 500]
    background: white
    fps: 60
    duration: 3

    parameters:
      name: {default: Rostrum}
      accent: {type: color, default: "oklch(0.55 0.2 275)"}

    layers:
      - name: fill
        class: shape
        path: &mark M 0 -80 L 76 -25 L 47 65 L -47 65 L -76 -25 Z
        fillColor: ${accent}
        position: [400, 200]
        animations:
          - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 1, duration: 0.5, hold: true}
          - type: spring
            keyPath: transform.scale
            fromValue: 0.6
            beginTime: 1
            perceptualDuration: 0.5
            bounce: 0.4
            hold: true
      - name: outline
        class: shape
        path: *mark
        fillColor: none
        strokeColor: ${accent}
        lineWidth: 6
        lineJoin: round
        lineCap: round
        position: [400, 200]
        animations:
          - type: basic
            keyPath: strokeEnd
            fromValue: 0
            beginTime: 0.1
            duration: 0.9
            hold: true
            timingFunction: easeInEaseOut
      - name: name
        class: text
        string: ${name}
        fontSize: 64
        foregroundColor: "#202430"
        alignmentMode: center
        bounds: [700, 84]
        position: [400, 370]
        animations:
          - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 1.4, duration: 0.5, hold: true}
          - type: basic
            keyPath: transform.translation.y
            fromValue: 24
            beginTime: 1.4
            duration: 0.7
            hold: true
            timingFunction: easeOut

    """#

  static let socialText = #"""
    # A vertical clip of 9:16: a coloured ground that moves, and lines that come in one by one.
    size: [1080, 1920]
    background: "#181030"
    fps: 30
    duration: 6

    parameters:
      lines:
        type: table
        default: [{text: Three things}, {text: nobody told you}, {text: about easing}]
      handle: {default: "@example"}

    layers:
      - name: glow
        class: gradient
        type: radial
        colors: [oklch(0.65 0.2 330), oklch(0.45 0.18 300), oklch(0.45 0.18 300 / 0)]
        startPoint: [0.5, 0.5]
        endPoint: [1, 1]
        bounds: [1700, 1700]
        position: [200, 500]
        animations:
          - type: basic
            keyPath: position
            toValue: [900, 1400]
            duration: 6
            hold: true
            timingFunction: easeInEaseOut
      - forEach: line
        in: ${lines}
        index: i
        do:
          name: line ${i}
          class: text
          string: ${line.text}
          fontSize: 112
          frame: [90, "calc(680 + ${i} * 150)", 900, 140]
          animations:
            - type: basic
              keyPath: opacity
              fromValue: 0
              beginTime: calc(0.4 + ${i} * 0.6)
              duration: 0.3
              hold: true
            - type: spring
              keyPath: transform.translation.x
              fromValue: -160
              beginTime: calc(0.4 + ${i} * 0.6)
              perceptualDuration: 0.5
              bounce: 0.3
              hold: true
      - name: handle
        class: text
        string: ${handle}
        fontSize: 48
        foregroundColor: rgb(255 255 255 / 70%)
        alignmentMode: center
        bounds: [900, 64]
        position: [540, 1780]
      - name: progress
        anchorPoint: [0, 0.5]
        backgroundColor: white
        bounds: [1080, 12]
        position: [0, 1914]
        animations:
          - {type: basic, keyPath: bounds.size.width, fromValue: 0, duration: 6, hold: true}

    """#

  static let figureText = #"""
    # The scene that figure-plot.yaml draws: rostrum figure figure-plot.yaml -o figure.svg
    size: [400, 240]
    background: white
    fps: 60
    duration: 1.5

    layers:
      - name: ball
        backgroundColor: tomato
        cornerRadius: 20
        bounds: [40, 40]
        position: [340, 120]
        animations:
          - type: spring
            keyPath: position.x
            fromValue: 60
            perceptualDuration: 0.7
            bounce: 0.35
      - name: eased
        backgroundColor: steelblue
        cornerRadius: 20
        bounds: [40, 40]
        position: [340, 190]
        animations:
          - type: basic
            keyPath: position.x
            fromValue: 60
            duration: 0.7
            timingFunction: easeInEaseOut

    """#

  static let figurePlotText = #"""
    # A figure of figure.yaml: where both balls are, and how fast.
    type: properties
    scene: figure.yaml
    curves:
      - {layer: ball, keyPath: position.x, name: spring}
      - {layer: eased, keyPath: position.x, name: easeInEaseOut}
    velocity: true
    title: A spring and a curve
    width: 420

    """#

  static let regressionText = #"""
    # A scene whose look is kept: rostrum verify regression.yaml --update missing records it, and
    # rostrum verify regression.yaml says later which layers have changed.
    size: [320, 200]
    background: "#f2f3f7"
    fps: 60
    duration: 1

    layers:
      - name: card
        backgroundColor: white
        cornerRadius: 14
        shadowOpacity: 0.18
        shadowRadius: 8
        shadowOffset: [0, 3]
        frame: [50, 40, 220, 120]
        animations:
          - type: spring
            keyPath: transform.scale
            fromValue: 0.8
            perceptualDuration: 0.4
            bounce: 0.2
      - name: label
        class: text
        string: Saved
        fontSize: 24
        foregroundColor: "#202430"
        alignmentMode: center
        bounds: [200, 32]
        position: [160, 100]
        animations:
          - {type: basic, keyPath: opacity, fromValue: 0, beginTime: 0.3, duration: 0.3, hold: true}

    """#
}
