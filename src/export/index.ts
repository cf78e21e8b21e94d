/**
 * Export: takes validated tasks out, in the forms other harnesses read.
 * Reads: a Domain, a Database, ValidatedTasks. Makes: packs, and servers that let others call the tools.
 */
export { domainServer } from './mcp/domain-server.ts';
export { type HttpOptions, type HttpServing, serveHttp } from './mcp/serve-http.ts';
export { serveStdio } from './mcp/serve-stdio.ts';
