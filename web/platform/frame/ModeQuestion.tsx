import { t } from '../i18n/t.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { go } from '../routes/go.ts'
import { switchMode } from '../navigation/merchantChanged.ts'
import { modeQuestion } from '../navigation/modeQuestion.ts'
import { useAddress } from '../routes/useAddress.ts'

/** A sandbox link opened in live mode: the page stays in live mode until the user chooses. */
export function ModeQuestion() {
  const { pathname, search } = useAddress()
  const open = (sandbox: boolean) => {
    modeQuestion.set(false)
    if (sandbox) switchMode('sandbox')
    go(`${pathname}?${new URLSearchParams({ ...search, sandbox: String(sandbox) })}`, { replace: true, keepScroll: true })
  }
  return (
    <Banner
      tone="sandbox"
      live
      title={t('shell.modeQuestion.title')}
      action={
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => open(true)}>
            {t('shell.modeQuestion.switch')}
          </Button>
          <Button size="small" variant="quiet" onClick={() => open(false)}>
            {t('shell.modeQuestion.stay')}
          </Button>
        </span>
      }
    >
      {t('shell.modeQuestion.detail')}
    </Banner>
  )
}
