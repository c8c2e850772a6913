import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { passwordProblems, type PasswordOwner } from '#domain/access/password'
import { t } from '../i18n/t.ts'

type PasswordChecklistProps = { id: string; password: string; repeated: string; owner: PasswordOwner }

/** The rules of a new password as a list that is checked off while typing; the server checks the rest. */
export function PasswordChecklist({ id, password, repeated, owner }: PasswordChecklistProps) {
  const problems = new Set(password === '' ? ['too_short', 'all_digits', 'like_you'] : passwordProblems(password, owner))
  const rules = [
    { words: t('session.rule.length'), met: !problems.has('too_short') && !problems.has('too_long') },
    { words: t('session.rule.digits'), met: !problems.has('all_digits') },
    // Behind an e-mailed link the user is unknown, so only the server can check this.
    ...(owner.email === '' ? [] : [{ words: t('session.rule.you'), met: !problems.has('like_you') }]),
    { words: t('session.rule.same'), met: password !== '' && password === repeated },
  ]
  return (
    <ul id={id} className="grid gap-1.5 text-md">
      {rules.map(({ words, met }) => (
        <li key={words} className={`flex items-center gap-2 ${met ? 'text-ink' : 'text-ink-3'}`}>
          {met ? <Check aria-hidden className="size-4 text-accepted-solid" /> : <Circle aria-hidden className="size-4" />}
          <span>{words}</span>
          <span className="sr-only">{t(met ? 'session.rule.met' : 'session.rule.unmet')}</span>
        </li>
      ))}
    </ul>
  )
}
