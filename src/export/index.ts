/**
 * Export: takes validated tasks out, in the forms other harnesses read.
 * Reads: a Domain, a Database, ValidatedTasks. Makes: packs, and servers that let others call the tools.
 */
export { type PackFile, sortFiles, textFile, unsafePath } from './archive/pack-file.ts';
export { ARCHIVE_LIMITS, type ArchiveLimits, readArchive } from './archive/read-archive.ts';
export { writeArchive } from './archive/write-archive.ts';
export { domainServer } from './mcp/domain-server.ts';
export { type HttpOptions, type HttpServing, serveHttp } from './mcp/serve-http.ts';
export { serveStdio } from './mcp/serve-stdio.ts';
export { buildPack, differingParts, type PackManifest } from './pack/build-pack.ts';
export { checkForm, verifyTargetGold } from './pack/check-form.ts';
export { coveredClauses, uncoveredClauses } from './pack/covered-clauses.ts';
export { type CurateOptions, curate, entityLeaks, type LeftOut, splitTasks } from './pack/curate.ts';
export { readPack, writePack } from './pack/files-on-disk.ts';
export { PACK_FORMATS } from './pack/formats.ts';
export {
  isCertified,
  type PackBuild,
  type PackContent,
  type PackEvidence,
  type PackFormat,
  type PackMeta,
  type PackPrompt,
  type ValidatedTask,
  type Variant,
  withEvidence,
} from './pack/pack.ts';
export { signPack, verifySignature } from './pack/signature.ts';
export { type SourceFiles, sourceFiles } from './pack/source-files.ts';
export { hasTargetGold, type TargetGold, targetGoldFindings, targetGoldOf } from './pack/target-gold.ts';
export { packDatabase, packJson, packTasks, verifyFiles, verifyGold } from './pack/verify-pack.ts';
