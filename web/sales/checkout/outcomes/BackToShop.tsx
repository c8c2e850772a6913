import { useEffect } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { leave, notifyOpener, type Ending } from './opener.ts'

/** Returns to the shop's page: automatically when the customer left or the shop asked for it, otherwise by a button. */
export function BackToShop({ ending, shop }: { ending: Ending; shop: string }) {
  const { result, byItself, url } = ending
  useEffect(() => {
    if (result !== 'dismiss') notifyOpener({ event: 'status-change', status: result, redirect_url: url })
    if (byItself) leave({ result, byItself, url })
  }, [result, byItself, url])
  return (
    <Button variant="filled" size="large" wide onClick={() => leave(ending)}>
      {t('consumerScreens.outcome.shop', { shop })}
    </Button>
  )
}
