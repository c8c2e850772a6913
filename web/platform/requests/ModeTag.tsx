import { t } from '../i18n/t.ts'
import { Tag } from '../ui/feedback/Tag.tsx'
import { useMerchant } from './useMerchant.ts'

/** REAL or PRUEBAS beside the title of a dialog that moves money or sends a message. */
export function ModeTag() {
  const { mode } = useMerchant()
  return <Tag kind={mode}>{t(`operations.${mode}`)}</Tag>
}
