import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { type OneTimeLink, takeOneTimeLink } from '../../platform/session/takeOneTimeLink.ts'

export type LinkPage = ComponentType<{ link: OneTimeLink | null }>

/** The page of an e-mailed link, lazily loaded. The link is in memory only, so a failed load is retried without a reload. */
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
