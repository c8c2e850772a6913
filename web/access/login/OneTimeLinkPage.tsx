import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { type OneTimeLink, takeOneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

export type LinkPage = ComponentType<{ link: OneTimeLink | null }>

/** The page that a mailed link opens, fetched when it is asked for. The link is in memory alone: what failed is tried again here. */
export function OneTimeLinkPage({ load }: { load: () => Promise<LinkPage> }) {
  const [link] = useState(takeOneTimeLink)
  const [shown, setShown] = useState<{ Page: LinkPage } | 'coming' | 'failed'>('coming')
  const open = useCallback(() => {
    load().then(
      (Page) => setShown({ Page }),
      () => setShown('failed'),
    )
  }, [load])
  useEffect(open, [open])
  if (shown === 'coming') return null
  if (shown !== 'failed') return <shown.Page link={link} />
  return (
    <SignInFrame title={t('shell.error.noConnection')}>
      <Button variant="filled" size="large" wide onClick={open}>
        {t('shell.retry')}
      </Button>
    </SignInFrame>
  )
}
