/** The public surface of taskwright, in the order of the pipeline. */
export {
  type AnyTool,
  definePolicy,
  defineDomain,
  type Domain,
  rulesFor,
  ToolError,
  toolsFor,
} from './define/index.ts';
