import RostrumBase
import RostrumOutput

/// The container that the tasks of a job run in, and the storage that they share.
public struct FarmContainer: Sendable {
  /// The image's name, with `rostrum` on its search path.
  public var image = "rostrum:" + RenderingStamp.rendererVersion
  /// The name of the volume that holds the job's folder: a claim of Kubernetes, or a file system of
  /// AWS.
  public var volume = "rostrum"

  public init() {}
}

/// The commands of a job whose tasks run in containers: the job's folder is mounted at `mount`.
private struct ContainerCommands {
  static let mount = "/work"
  let plan: FarmPlan

  /// `index` is a word of a shell that counts tasks from 0.
  func render(index: String) -> String {
    "exec rostrum render \(Escaping.shellWord(path(plan.scene))) --output \(Escaping.shellWord(path(plan.output) + "/"))"
      + " --no-fields --format png --frames \(Escaping.shellWord(plan.frames))"
      + " --shard \"$((\(index) + 1))/\(plan.taskCount)\" --skip-existing --progress plain"
      + renderArguments
  }

  private var renderArguments: String {
    plan.renderArguments.map { " " + Escaping.shellWord($0) }.joined()
  }

  /// Joins once the tasks are done, and mixes the sound of the whole film. Frames that are missing
  /// are an input that is missing.
  var join: String {
    let output = path(plan.output)
    let video = plan.video.map { " --output \(Escaping.shellWord(output + "/" + $0))" } ?? ""
    return "rostrum join \(Escaping.shellWord(output)) --frames \(Escaping.shellWord(plan.frames))"
      + video + plan.additions(of: Escaping.shellWord(path(plan.scene)))
  }

  /// The path inside the container.
  private func path(_ path: String) -> String {
    let inside = plan.relativePath(path) ?? ""
    return inside == "." ? Self.mount : Self.mount + "/" + inside
  }
}

/// An Indexed Job of Kubernetes (`batch/v1`), and a job that joins the frames when they are there.
/// Sources: the API's reference of `JobSpec` and `PodSpec`, version 1.33.
struct KubernetesJob {
  let plan: FarmPlan
  let container: FarmContainer

  private var commands: ContainerCommands { ContainerCommands(plan: plan) }

  /// Two documents of YAML.
  var text: String {
    """
    # Made by rostrum farm. Hand it in: kubectl apply -f \(plan.shownFile)
    # The claim \(Escaping.yaml(container.volume)) has to hold this file's folder; it is mounted at \(ContainerCommands.mount).
    """ + "\n"
      + job(
        name,
        lines: ["completions: \(plan.taskCount)", "parallelism: \(plan.taskCount)"]
          + ["completionMode: Indexed", "backoffLimitPerIndex: 3", "maxFailedIndexes: 0"],
        command: commands.render(index: "JOB_COMPLETION_INDEX"))
      + "---\n"
      + job(
        name + "-join", lines: ["backoffLimit: 0", "activeDeadlineSeconds: 604800"],
        command: wait)
  }

  /// Jobs of Kubernetes do not wait for each other: this one asks until all frames are there.
  private var wait: String {
    let missing = ExitStatus.inputMissing.rawValue
    return "while \(commands.join); status=$?; [ $status -eq \(missing) ];"
      + " do sleep 10; done; exit $status"
  }

  /// A name of the Domain Name System, at most 63 characters with what Kubernetes appends to it:
  /// small letters, digits and hyphens, with a letter or a digit at both ends.
  private var name: String {
    let label = plan.label(allowing: "-").lowercased().prefix(40)
    return String(label).trimmed { $0 == "-" }
  }

  private func job(_ name: String, lines: [String], command: String) -> String {
    """
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(name)
    spec:
    \(lines.map { "  " + $0 }.joined(separator: "\n"))
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: rostrum
              image: \(Escaping.yaml(container.image))
              command: ["/bin/sh", "-c", \(Escaping.yaml(Escaping.kubernetesArgument(command)))]
              resources:
                requests: {cpu: "1", memory: 1Gi}
              volumeMounts:
                - {name: work, mountPath: \(ContainerCommands.mount)}
          volumes:
            - name: work
              persistentVolumeClaim: {claimName: \(Escaping.yaml(container.volume))}

    """
  }
}

/// An array job of AWS Batch and the job that waits for it, as a shell script that hands in both.
/// Sources: the API's reference of `RegisterJobDefinition` and `SubmitJob`.
struct BatchScript {
  let plan: FarmPlan
  let container: FarmContainer

  private var commands: ContainerCommands { ContainerCommands(plan: plan) }
  /// At most 128 letters, digits, hyphens and underscores.
  private var name: String { String(plan.label(allowing: "-_").prefix(100)) }
  /// An array has from 2 to 10,000 jobs.
  static let largestArray = 10_000

  var text: String {
    """
    #!/bin/bash
    # Made by rostrum farm. Hand it in: QUEUE=name FILE_SYSTEM=fs-... bash \(plan.shownFile)
    # The file system has to hold this file's folder; it is mounted at \(ContainerCommands.mount).
    set -eu
    : "${QUEUE:?the name of a job queue}" "${FILE_SYSTEM:?the identifier of an EFS file system}"

    definition=$(aws batch register-job-definition --query jobDefinitionArn --output text --cli-input-json \(definition))
    array=$(aws batch submit-job --query jobId --output text --cli-input-json \(submission(name, array: plan.taskCount > 1, command: render)))
    aws batch submit-job --query jobId --output text --cli-input-json \(submission(name + "-join", dependsOn: true, command: "exec " + commands.join))

    """
  }

  /// A single job has no index.
  private var render: String { commands.render(index: "${AWS_BATCH_JOB_ARRAY_INDEX:-0}") }

  private var definition: String {
    let volume = JSONValue.object([
      ("name", .string("work")),
      ("efsVolumeConfiguration", .object([("fileSystemId", Self.variable("FILE_SYSTEM"))])),
    ])
    let mount = JSONValue.object([
      ("sourceVolume", .string("work")), ("containerPath", .string(ContainerCommands.mount)),
    ])
    return word(
      .object([
        ("jobDefinitionName", .string(name)), ("type", .string("container")),
        ("retryStrategy", .object([("attempts", .integer(3))])),
        (
          "containerProperties",
          .object([
            ("image", .string(container.image)),
            (
              "resourceRequirements",
              .array([
                .object([("type", .string("VCPU")), ("value", .string("1"))]),
                .object([("type", .string("MEMORY")), ("value", .string("2048"))]),
              ])
            ), ("volumes", .array([volume])), ("mountPoints", .array([mount])),
          ])
        ),
      ]))
  }

  private func submission(
    _ name: String, array: Bool = false, dependsOn: Bool = false, command: String
  ) -> String {
    let size = JSONValue.object([("size", .integer(plan.taskCount))])
    let earlier = JSONValue.array([.object([("jobId", Self.variable("array"))])])
    let words = ["/bin/sh", "-c", command].map { JSONValue.string($0) }
    return word(
      .object(
        [
          ("jobName", .string(name)), ("jobQueue", Self.variable("QUEUE")),
          ("jobDefinition", Self.variable("definition")),
        ] + (array ? [("arrayProperties", size)] : [])
          + (dependsOn ? [("dependsOn", earlier)] : [])
          + [("containerOverrides", .object([("command", .array(words))]))]))
  }

  private static let mark: Unicode.Scalar = "\u{1}"

  /// The value of a variable of the script as a JSON string: its name between marks, which no other
  /// text of JSON holds, as control characters are escaped there.
  private static func variable(_ name: String) -> JSONValue {
    .literal("\"\(mark)\(name)\(mark)\"")
  }

  /// The JSON as one word of the script, with the values of variables in their places.
  private func word(_ json: JSONValue) -> String {
    json.text().unicodeScalars.split(separator: Self.mark, omittingEmptySubsequences: false)
      .enumerated().map { index, part in
        index.isMultiple(of: 2) ? Escaping.shellWord(String(part)) : "\"$\(String(part))\""
      }.joined()
  }
}
