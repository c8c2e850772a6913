import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'

/** The customer left for their bank and has not come back by themselves: they have answered there, or choose another bank. */
export function BankOpen({ busy, onDone, onOther }: { busy: boolean; onDone: () => void; onOther: () => void }) {
  return (
    <>
      <div role="status">
        <Banner tone="info">{t('consumerScreens.bank.open')}</Banner>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="large" busy={busy} busyLabel={t('consumerScreens.sending')} onClick={onDone}>
          {t('consumerScreens.bank.done')}
        </Button>
        <Button size="large" variant="quiet" onClick={onOther}>
          {t('consumerScreens.bank.other')}
        </Button>
      </div>
    </>
  )
}
