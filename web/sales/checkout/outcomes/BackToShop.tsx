import { useEffect } from 'react'
import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { leave, tellOpener, type Ending } from './opener.ts'

/** The way back to the page that the order began on: by itself where the customer left or the shop wants so, else at a press. */
export function BackToShop({ ending, shop }: { ending: Ending; shop: string }) {
  const { result, byItself, url } = ending
  useEffect(() => {
    if (result !== 'dismiss') tellOpener({ event: 'status-change', status: result, redirect_url: url })
    if (byItself) leave({ result, byItself, url })
  }, [result, byItself, url])
  return (
    <Button variant="filled" size="large" wide onClick={() => leave(ending)}>
      {t('consumerScreens.outcome.shop', { shop })}
    </Button>
  )
}
