import { t } from '../../../platform/i18n/t.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { Field } from '../../../platform/ui/forms/Field.tsx'
import { Textarea } from '../../../platform/ui/forms/Textarea.tsx'
import { fieldId } from './fieldId.ts'
import type { ArticleIntake } from './useArticleIntake.ts'

type ArticlePasteProps = { intake: ArticleIntake; busy: boolean; problem: string | null }

/** Text area for article numbers or URLs, pasted or left over from a file; unknown ones are corrected here. */
export function ArticlePaste({
  intake: { text, unknown, searching, isEmpty, type, findTyped, addAnyway },
  busy,
  problem,
}: ArticlePasteProps) {
  return (
    <div className="grid gap-3">
      <Field
        label={unknown > 0 ? t('campaigns.paste.unknown', { count: unknown }) : t('campaigns.paste')}
        id={fieldId('articles')}
        error={problem}
        help={unknown > 0 ? t('campaigns.paste.unknown.help') : t('campaigns.paste.help')}
      >
        <Textarea className="*:min-h-20" rows={3} value={text} spellCheck={false} onChange={(event) => type(event.target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy || searching}
          busyLabel={t('campaigns.paste.busy')}
          disabledReason={isEmpty ? t('campaigns.paste.empty') : null}
          onClick={() => void findTyped()}
        >
          {t('shell.add')}
        </Button>
        {unknown > 0 && (
          <Button variant="quiet" busy={busy || searching} onClick={() => void addAnyway()}>
            {t('campaigns.paste.anyway')}
          </Button>
        )}
      </div>
    </div>
  )
}
