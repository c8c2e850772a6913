import type { widgetPlans } from '#contract/sales/widget'
import type { AnswerOf } from '#contract/platform/endpoint'
import { askOnce } from './askOnce.ts'

export type Answer = AnswerOf<typeof widgetPlans>
export type Plan = Answer['plans'][number]

export type Asker = { host: string; key: string }
type Question = { view: string; amount: number; articles: string; locale: string }

/** The plans of an amount. Rejects when they cannot be had. */
export async function plansOf({ host, key }: Asker, { view, amount, articles, locale }: Question): Promise<Answer> {
  const query = new URLSearchParams({ public_key: key, amount: String(amount), ...(articles && { articles }), ...(locale && { locale }) })
  return camel(await askOnce(`${host}/v2/widget/${view}?${query}`)) as Answer // what the contract says
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), camel(inner)]),
  )
}
