import Landmark from 'lucide-react/icons/landmark'
import type { Settlement } from '#contract/money/settlements'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'
import { useCollected } from './useCollected.ts'

/** Flag of a settlement confirmed as collected, with date, author and undo. */
export function CollectedFlag({ settlement }: { settlement: Settlement }) {
  const { merchantId } = useMerchant()
  const { busy, undo } = useCollected(merchantId)
  const { id, reference, collectedOn, collectedBy } = settlement
  if (collectedOn === null) return null
  return (
    <>
      <Flag icon={<Landmark aria-hidden />}>
        {collectedBy === null
          ? t('settlements.state.collected', { date: date(collectedOn) })
          : t('settlements.collected.by', { date: date(collectedOn), name: collectedBy })}
      </Flag>
      <Button
        variant="quiet"
        size="small"
        busy={busy}
        busyLabel={t('shell.saving')}
        aria-label={t('settlements.bank.undoOne', { reference })}
        onClick={() => void undo(id)}
      >
        {t('shell.undo')}
      </Button>
    </>
  )
}
