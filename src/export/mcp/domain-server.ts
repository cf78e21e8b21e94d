import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { type AnyTool, describeTool, offeredTools } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';

/**
 * An MCP server that offers a domain's tools on one environment of its own (Model Context Protocol, tools capability).
 * A refused call is a result with `isError`, not a protocol error, so that the agent reads why.
 * @param environment belongs to this server alone: each session needs its own
 */
export function domainServer(environment: Environment, version: string): Server {
  const { domain } = environment;
  const server = new Server(
    { name: `taskwright-${domain.name}`, version },
    { capabilities: { tools: {} }, instructions: domain.policy.text },
  );
  const tools = offeredTools(domain, environment.options);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeForMcp) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const { observation, value } = environment.call({
      tool: params.name,
      args: (params.arguments ?? {}) as JsonObject,
    });
    return {
      content: [{ type: 'text', text: observation.text }],
      isError: observation.failed,
      ...(isJsonObject(value) && { structuredContent: value as Record<string, unknown> }),
    };
  });
  return server;
}

function describeForMcp(tool: AnyTool): McpTool {
  const { name, description, parameters } = describeTool(tool);
  return {
    name,
    description,
    inputSchema: parameters as JsonObject & { readonly type: 'object' } & Record<string, JsonValue>,
    annotations: {
      readOnlyHint: tool.effect === 'read',
      // The world of a domain is closed: no call reaches anything outside its database.
      openWorldHint: false,
      ...(tool.effect === 'write' && { destructiveHint: true, idempotentHint: false }),
    },
  };
}
