// One comment on the pull request, which later runs change: the report's summary, and where its pictures are.
"use strict";
const fs = require("fs");
const path = require("path");

// GitHub takes 65,536 characters.
const most = 60000;
// Whoever else writes our mark: only comments of the job's own token are changed.
const author = "github-actions[bot]";

// Up to the end of a line, with what a page folds there closed. Nobody is told of a scene that is called @somebody.
const shown = (summary) => {
  const end = summary.length > most ? Math.max(summary.lastIndexOf("\n", most), 0) || most : summary.length;
  const open = summary.slice(0, end).split("<details>").length - summary.slice(0, end).split("</details>").length;
  const rest = end < summary.length ? "\n\n..." + "\n</details>".repeat(Math.max(open, 0)) : "";
  return summary.slice(0, end).replace(/@(?=\w)/g, "@\u200b").toWellFormed() + rest;
};

exports.body = (summary, artifact, run) => {
  const name = artifact.replace(/[^\w. -]|--+/g, "_");
  return `<!-- rostrum: ${name} -->\n${shown(summary)}\n\nPictures: artifact \`${name}\` of [this run](${run}).\n`;
};

// An ordinary file that no link replaces and that is in the workspace.
const isOwn = (file, workspace) =>
  fs.lstatSync(file, { throwIfNoEntry: false })?.isFile()
  && !path.relative(fs.realpathSync(workspace), fs.realpathSync(file)).startsWith("..");

exports.comment = async ({ github, context, process }) => {
  const { SUMMARY, ARTIFACT, GITHUB_WORKSPACE } = process.env;
  if (!isOwn(SUMMARY, GITHUB_WORKSPACE || ".")) return;
  const run = `${context.serverUrl}/${context.repo.owner}/${context.repo.repo}/actions/runs/${context.runId}`;
  const body = exports.body(fs.readFileSync(SUMMARY, "utf8"), ARTIFACT, run);
  const mark = body.slice(0, body.indexOf("\n") + 1);
  const issue = { ...context.repo, issue_number: context.issue.number };
  const all = await github.paginate(github.rest.issues.listComments, issue);
  const old = all.find((one) => one.user?.login === author && one.body?.replaceAll("\r", "").startsWith(mark));
  if (old) await github.rest.issues.updateComment({ ...context.repo, comment_id: old.id, body });
  else await github.rest.issues.createComment({ ...issue, body });
};
