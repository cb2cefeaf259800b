import { parseSync } from 'vite'

/** A syntax tree node; its members depend on its type. */
type Node = { type: string; start: number; end: number; [member: string]: unknown }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** All nodes below this one, except where translation is turned off. */
function* nodesBelow(node: Node, text: string): Generator<Node> {
  const opening = node.openingElement as Node | undefined
  if (opening && /translate="no"|\{\.\.\.inLanguage\(/.test(text.slice(opening.start, opening.end))) return
  yield node
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* nodesBelow(value, text)
}

/** Whether the file declares the variable as markup. */
const holdsMarkup = (name: string, text: string) =>
  new RegExp(`\\b${name}\\??: ReactNode|\\bconst ${name} = (.*&& )?(.*\\? )?(<|\\(\n)`).test(text)

function mayBeText(node: Node, text: string): boolean {
  switch (node.type) {
    case 'JSXText':
      return String(node.value).trim() !== ''
    case 'JSXExpressionContainer':
      return mayBeText(node.expression as Node, text)
    case 'LogicalExpression':
      return mayBeText(node.right as Node, text)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((branch) => mayBeText(branch as Node, text))
    case 'Literal':
      return typeof node.value === 'string' && node.value.trim() !== ''
    case 'TemplateLiteral':
    case 'MemberExpression':
      return true
    case 'CallExpression':
      return /^(t|format\w+|countryName|joinSentences)\(/.test(text.slice(node.start))
    case 'Identifier':
      return !holdsMarkup(String(node.name), text)
    default:
      return false
  }
}

/** Children as React sees them, without comments and line breaks. */
const childrenOf = ({ children }: Node) =>
  (children as Node[] | undefined)?.filter(
    ({ type, value, expression }) =>
      !(type === 'JSXText' && /^\s*\n\s*$/.test(String(value))) && (expression as Node)?.type !== 'JSXEmptyExpression',
  ) ?? []

/** Places in a file's markup where a text is next to other nodes, as `path:line`. */
export function looseTexts({ path, text }: { path: string; text: string }): string[] {
  return [...nodesBelow(parseSync(path, text).program as unknown as Node, text)]
    .map(childrenOf)
    .filter((children) => children.length > 1)
    .flatMap((children) => children.filter((child) => mayBeText(child, text)))
    .map(({ start }) => `${path}:${text.slice(0, start).split('\n').length}`)
}
