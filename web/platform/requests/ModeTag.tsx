import { t } from '../i18n/t.ts'
import { Tag } from '../ui/feedback/Tag.tsx'
import { useShop } from './useShop.ts'

/** REAL or PRUEBAS beside the title of a dialog that moves money or sends a message. */
export function ModeTag() {
  const { mode } = useShop()
  return <Tag kind={mode}>{t(`operations.${mode}`)}</Tag>
}
