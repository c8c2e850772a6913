import { checkoutAnotherLink } from '#contract/sales/checkout'
import { nearTime } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { Banner } from '../../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FailureBanner } from '../FailureBanner.tsx'
import { useSale } from '../useSale.ts'

/** Expired: a button notifies the shop. */
export function ExpiredOutcome() {
  const { view, act, busy, lastFailure } = useSale()
  return (
    <>
      <p className="text-ink-2">{t('consumerScreens.expired.lead')}</p>
      <div role="status">
        {view.anotherLinkAskedAt !== null && (
          <Banner title={t('consumerScreens.expired.asked')}>
            {t('consumerScreens.expired.askedDetail', { shop: view.shop.name, when: nearTime(view.anotherLinkAskedAt) })}
          </Banner>
        )}
      </div>
      {lastFailure && <FailureBanner failure={lastFailure} />}
      {view.anotherLinkAskedAt === null && (
        <Button
          variant="filled"
          size="large"
          wide
          busy={busy === 'checkoutAnotherLink'}
          busyLabel={t('consumerScreens.expired.asking')}
          onClick={() => void act(checkoutAnotherLink)}
        >
          {t('consumerScreens.expired.ask')}
        </Button>
      )}
    </>
  )
}
