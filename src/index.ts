/** The public surface of taskwright, in the order of the pipeline. */
export {
  type AnyTool,
  type Domain,
  defineDomain,
  definePolicy,
  rulesFor,
  ToolError,
  toolsFor,
} from './define/index.ts';
