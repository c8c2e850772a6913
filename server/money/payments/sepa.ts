import type { Cents } from '#domain/platform/money'

/** Banks read Latin letters, digits and few signs: accents go, anything else becomes a point; at most 70 characters. */
export const sepaText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', '+')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .slice(0, 70)

/** An amount as banks' files write it: euros with a point and two decimals. */
export const sepaEuros = (amountCents: Cents): string => `${Math.trunc(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
