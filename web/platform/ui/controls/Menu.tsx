import { MenuButton, type MenuButtonProps } from './MenuButton.tsx'
import { MenuItems, type MenuItemsProps } from './MenuItems.tsx'

export type { MenuItem } from './MenuItems.tsx'

/** A menu of actions or links behind a button: native popover, arrow keys, Esc. */
export function Menu({ label, items, header, ...button }: MenuButtonProps & MenuItemsProps) {
  return (
    <MenuButton {...button}>
      <MenuItems label={label} items={items} header={header} />
    </MenuButton>
  )
}
