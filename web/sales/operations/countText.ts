import { t } from '../../platform/i18n/t.ts'
import type { Counted } from './countOperations.ts'

/** "14 operaciones", or "Más de 10.000 operaciones" when capped. */
export function countText({ count, more }: Counted): string {
  return more ? t('operations.countMore', { count }) : t('operations.count', { count })
}

/** The number only: "14", "más de 10.000"; nothing when it is unknown. */
export function countFigure(counted: Counted | null): string {
  if (!counted) return ''
  const { count, more } = counted
  return more ? t('operations.countPlus', { count }) : t('operations.countPlain', { count })
}
