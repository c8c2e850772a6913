/** Placeholders allowed in a shop's own legal text, as `{ tin }` (docs/domain.md#instalment-plans). */
export const legalVariables = [
  'tin',
  'tae',
  'principal_amount',
  'instalments_amount',
  'num_instalments',
  'downpayment_amount',
  'tax',
  'total_amount',
  'order_amount',
] as const
type LegalVariable = (typeof legalVariables)[number]

const variable = /\{\s*([^{}]*?)\s*\}/g
const isKnown = (name: string): name is LegalVariable => (legalVariables as readonly string[]).includes(name)

/** The placeholder names that do not exist. */
export function unknownVariables(template: string): string[] {
  return [...template.matchAll(variable)].map(([, name = '']) => name).filter((name) => !isKnown(name))
}

/** Fills in the placeholders; an unknown one stays. */
export function fillTemplate(template: string, figures: Readonly<Record<LegalVariable, string>>): string {
  return template.replace(variable, (whole, name: string) => (Object.hasOwn(figures, name) ? figures[name as LegalVariable] : whole)) // its own keys
}
