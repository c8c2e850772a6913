import { t } from '../../../platform/i18n/t.ts'

/** `Visa terminada en 1111`. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  const known = brand === 'visa' || brand === 'mastercard' || brand === 'amex'
  const name = known ? t(`consumerScreens.card.${brand}`) : t('consumerScreens.card.noBrand')
  return t('consumerScreens.card.saved', { brand: name, last4 })
}
