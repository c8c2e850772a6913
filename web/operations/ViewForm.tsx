import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { viewCreate, viewUpdate, type SavedView } from '#contract/views'
import type { Role } from '#domain/roles'
import { isApiFailure } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { t } from '../i18n/t.ts'
import type { ListQuery } from '../operation/listQuery.ts'
import { SendProblem } from '../operation/SendProblem.tsx'
import { useSend } from '../operation/useSend.ts'
import { useShop } from '../operation/useShop.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { filtersToKeep, viewsRead } from './viewQuery.ts'

const roleNames: readonly Role[] = ['owner', 'admin', 'editor', 'guest']

type ViewFormProps = {
  /** Null: what the list shows now, under a new name. */
  view: SavedView | null
  query: ListQuery
  onDone: (view: SavedView) => void
  onBack?: (() => void) | undefined
}

/** A view's name, whose it is, whether it watches itself and with whom the list begins with it (product LST-11, LST-20). */
export function ViewForm({ view, query, onDone, onBack }: ViewFormProps) {
  const { merchantId, role } = useShop()
  const client = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [watched, setWatched] = useState(view?.watched ?? false)
  const [defaultFor, setDefaultFor] = useState<readonly Role[]>(view?.defaultFor ?? [])
  const { busy, error, submit } = useSend(async (body: { name: string; shared: boolean; watched: boolean; defaultFor: Role[] }, key) => {
    const params = { merchantId }
    const saved =
      view === null
        ? await write(viewCreate, { params, body: { ...body, filters: filtersToKeep(query) }, key })
        : await write(viewUpdate, { params: { ...params, viewId: view.id }, body, key })
    await client.invalidateQueries({ queryKey: viewsRead(merchantId).queryKey })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    onDone(saved)
  })
  const nameProblem = isApiFailure(error) ? error.fields.get('name')?.message : undefined
  const decides = role === 'owner' || role === 'admin'
  const send = () =>
    submit({
      name: name.trim(),
      shared,
      watched: shared && watched,
      defaultFor: shared ? roleNames.filter((one) => defaultFor.includes(one)) : [],
    })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') send()
      }}
    >
      <Field label={t('views.name')} error={nameProblem}>
        <TextInput maxLength={60} placeholder={t('views.nameExample')} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      {role !== 'guest' && (
        <div className="grid gap-1.5 pt-3.5">
          <Checkbox
            label={t('views.share')}
            help={t('views.shareHelp')}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
          {shared && (
            <Checkbox
              label={t('views.watch')}
              help={t('views.watchHelp')}
              checked={watched}
              onChange={(event) => setWatched(event.target.checked)}
            />
          )}
        </div>
      )}
      {shared && decides && (
        <fieldset className="mt-4">
          <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('views.defaultFor')}</legend>
          <div className="flex flex-wrap gap-x-5">
            {roleNames.map((one) => (
              <Checkbox
                key={one}
                label={t(`shell.role.${one}`)}
                checked={defaultFor.includes(one)}
                onChange={(event) =>
                  setDefaultFor(event.target.checked ? [...defaultFor, one] : defaultFor.filter((other) => other !== one))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {nameProblem === undefined && <SendProblem error={error} />}
      <div className="flex justify-end gap-2 pt-4">
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {t('operations.back')}
          </Button>
        )}
        <Button
          variant={view ? 'filled' : 'outlined'}
          type="submit"
          busy={busy}
          busyLabel={t('views.saving')}
          disabledReason={name.trim() === '' ? t('views.nameMissing') : null}
        >
          {t(view ? 'views.saveView' : 'views.save')}
        </Button>
      </div>
    </form>
  )
}
