// One comment on the pull request, which later runs change: the report's summary, and where its pictures are.
"use strict";
const fs = require("fs");

// GitHub takes 65,536 characters.
const most = 60000;

exports.body = (summary, artifact, run) => {
  const mark = `<!-- rostrum: ${artifact} -->`;
  const cut = summary.length > most ? summary.slice(0, summary.lastIndexOf("\n", most)) + "\n\n..." : summary;
  return `${mark}\n${cut}\n\nPictures: artifact \`${artifact}\` of [this run](${run}).\n`;
};

exports.comment = async ({ github, context, process }) => {
  const { SUMMARY, ARTIFACT } = process.env;
  if (!fs.existsSync(SUMMARY)) return;
  const run = `${context.serverUrl}/${context.repo.owner}/${context.repo.repo}/actions/runs/${context.runId}`;
  const body = exports.body(fs.readFileSync(SUMMARY, "utf8"), ARTIFACT, run);
  const mark = body.slice(0, body.indexOf("\n"));
  const issue = { ...context.repo, issue_number: context.issue.number };
  const all = await github.paginate(github.rest.issues.listComments, issue);
  const old = all.find((one) => one.body && one.body.startsWith(mark));
  if (old) await github.rest.issues.updateComment({ ...context.repo, comment_id: old.id, body });
  else await github.rest.issues.createComment({ ...issue, body });
};
