import type { PackContent, PackFormat } from './pack.ts';

/** What a pack tells the person who opens it. A form with a card of its own (Hugging Face) keeps that one. */
export function packReadme(format: PackFormat, content: PackContent): string {
  const { meta, build, domain, tasks, variant, splits } = content;
  const sealed = variant === 'sealed';
  const dealt = Object.entries(splits).map(([name, ids]) => `${name} ${ids.length}`);
  return `# ${meta.name} ${meta.version}

${domain.description}

${tasks.length} tasks of the domain \`${domain.name}\`${dealt.length > 0 ? ` (${dealt.join(', ')})` : ''}, ${sealed ? 'with gold and evidence' : 'without gold'}, as ${format.describe}. Licence: ${meta.licence}.
${sealed ? '\nThis is the sealed variant: whoever trains or measures with it must keep it from the model.\n' : ''}
## Use

${format.use ?? 'See the documentation of the harness this form is for.'}

## Trust

\`taskwright verify .\` checks every file against \`manifest.json\`${sealed ? ', and replays gold' : ''}. ${sealed ? '`evidence.json` says of each task how many trials ended in how many outcomes, the bound on a further one, and what the audit found and who let it stand. ' : ''}The mark \`comparable\` in the manifest is the same for packs whose scores may be compared.

## How it was built

taskwright ${meta.software}, domain ${domain.name} ${build.domainVersion}, ${build.seed === null ? 'database from outside' : `database from seed ${build.seed}`}, ${build.run === null ? 'no trials' : `trials of run \`${build.run.name}\` (agent ${build.run.agent}, user ${build.run.user})`}.

Canary: \`${meta.canary}\`. Do not train on this data unless you mean to.
`;
}
