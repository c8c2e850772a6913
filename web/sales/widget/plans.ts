import type { widgetPlans } from '#contract/sales/widget'
import type { AnswerOf } from '#contract/platform/endpoint'
import { fetchOnce } from './fetchOnce.ts'

export type Answer = AnswerOf<typeof widgetPlans>
export type Plan = Answer['plans'][number]

type ApiAccess = { host: string; key: string }
type PlansQuery = { view: string; amount: number; articles: string; locale: string }

/** Fetches the plans of an amount. Rejects when the request fails. */
export async function plansOf({ host, key }: ApiAccess, { view, amount, articles, locale }: PlansQuery): Promise<Answer> {
  const query = new URLSearchParams({ public_key: key, amount: String(amount), ...(articles && { articles }), ...(locale && { locale }) })
  return camel(await fetchOnce(`${host}/v2/widget/${view}?${query}`)) as Answer // by the contract
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), camel(inner)]),
  )
}
