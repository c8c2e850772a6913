import { calls } from '#contract/index'
import { amount, rate } from '#contract/platform/values'

/**
 * The shape of an answer, as far as missing fields must be filled in: `s` text, `n` number, `m` money or rate, `b` boolean, `=` a literal, `*` anything,
 * `[shape]` a list, `[0, shape]` nullable, `[1, shape]` optional.
 */
export type AnswerShape = string | [AnswerShape] | [0 | 1, AnswerShape] | { [field: string]: AnswerShape }

type Definition = {
  type: string
  shape?: Record<string, Declared>
  element?: Declared
  innerType?: Declared
  options?: Declared[]
  values?: unknown[]
  in?: Declared
}
type Declared = { _zod: { def: Definition } }

const plain: Readonly<Record<string, string>> = { string: 's', number: 'n', int: 'n', boolean: 'b', enum: 's' }

function shapeOf(schema: Declared): AnswerShape {
  if ((schema as unknown) === amount || (schema as unknown) === rate) return 'm' // compared by identity
  const { type, shape, element, innerType, options, values, in: first } = schema._zod.def
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, shapeOf(field)]))
  if (element) return [shapeOf(element)]
  if (type === 'nullable' && innerType) return [0, shapeOf(innerType)]
  if (type === 'optional' && innerType) return [1, shapeOf(innerType)]
  if (type === 'literal') return `=${JSON.stringify(values?.[0] ?? null)}`
  const inside = innerType ?? first ?? options?.[0]
  return inside ? shapeOf(inside) : (plain[type] ?? '*')
}

/**
 * The shapes of all answers, derived from the contract. The build inlines the value (`tools/madeAtBuild.ts`): the contract’s schemas are not in the
 * browser.
 */
export const answerShapes: Readonly<Record<string, AnswerShape>> = Object.fromEntries(
  calls.flatMap(({ name, answers }) => {
    const shape = Object.values(answers)[0]
    return shape && shape !== 'file' ? [[name, shapeOf(shape as unknown as Declared)]] : [] // only the parts read above are used
  }),
)
