import type { Cents } from '#domain/platform/money'

/** Text in the SEPA character set: accents are removed, other characters become a point; at most 70 characters. */
export const sepaText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .slice(0, 70)

/** An amount in a SEPA file: euros with a decimal point and two decimals. */
export const sepaEuros = (amountCents: Cents): string => `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
