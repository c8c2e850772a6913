/**
 * The cents of a price as shops write it: «1.234,56 €», «1,234.56», «12.50», «1.234», «12». The last separator before one or two digits is the
 * decimal one. Null for what is no price.
 */
export function centsOfText(text: string): number | null {
  const digits = /\d[\d.,\s\u00a0\u202f']*/.exec(text)?.[0].replace(/[\s\u00a0\u202f']/g, '') ?? ''
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?[.,]?$/.exec(digits) ?? []
  const figures = whole.replace(/[.,]/g, '')
  return figures === '' || figures.length > 9 ? null : Number(figures) * 100 + Number(decimals.padEnd(2, '0') || 0)
}
