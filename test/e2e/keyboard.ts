import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

type Role = Parameters<Page['getByRole']>[0];

/**
 * What a screen reader says of a control. What has no role in ARIA is found by its label: `field`, which asks for a day or a password, and `fold`,
 * which opens a part of the page.
 */
export interface Control {
  readonly role: Role | 'field' | 'fold';
  readonly name: string | RegExp;
  /** The part of the page that it is in, such as a row; without it, the page. */
  readonly within?: Locator;
}

/** No page needs more presses: a list of fifty consents has two links in each row, and twenty controls above it. */
const mostPresses = 150;

const toLocator = (page: Page, { role, name, within }: Control): Locator => {
  const place = within ?? page;
  if (role === 'fold') return place.locator('summary').filter({ hasText: name });
  return role === 'field' ? place.getByLabel(name, { exact: true }) : place.getByRole(role, { name, exact: true });
};

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluateAll((found) => found.some((one) => one === document.activeElement));

/** Whether the focus is on anything. If what had it is gone, a screen reader begins at the top again. */
const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);

const isSeen = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle !== 'none');

const orders = ['dmy', 'mdy', 'ymd'] as const;

/** What a person does who has a keyboard and nothing else. */
export const newKeyboard = (page: Page) => {
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  /**
   * Presses Tab until the focus is there, and expects to see it.
   *
   * @throws Error if the focus is nowhere before, or if the keyboard does not reach the control
   */
  const reach = async (control: Control): Promise<Locator> => {
    const locator = toLocator(page, control);
    const called = `${control.role} “${control.name}”`;
    await locator.first().waitFor();
    await expect
      .poll(() => hasFocus(page), { message: `The focus is lost before the way to ${called}.`, timeout: 5_000 })
      .toBe(true);
    for (let pressed = 0; pressed < mostPresses; pressed += 1) {
      if (await isFocused(locator)) {
        expect(await isSeen(page), `The focus is to be seen on ${called}.`).toBe(true);
        return locator;
      }
      await press('Tab');
    }
    throw new Error(`The keyboard does not reach ${called}: ${mostPresses} presses of Tab do not lead there.`);
  };

  const act = async (control: Control, key = 'Enter'): Promise<void> => {
    await reach(control);
    await press(key);
  };

  return {
    press,
    reach,
    act,
    follow: (name: string | RegExp, within?: Locator) => act({ role: 'link', name, ...(within && { within }) }),
    push: (name: string) => act({ role: 'button', name }),
    type: async (control: Control, text: string): Promise<void> => {
      await reach(control);
      await page.keyboard.type(text);
    },
    /** Chooses by the arrows, from the first choice on. */
    select: async (name: string, choice: string): Promise<void> => {
      const box = await reach({ role: 'combobox', name });
      await press('Home');
      const chosen = () => box.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text ?? '');
      for (let pressed = 0; (await chosen()) !== choice; pressed += 1) {
        if (pressed === mostPresses) throw new Error(`The arrows do not reach “${choice}” of “${name}”.`);
        await press('ArrowDown');
        expect(await isFocused(box), `“${name}” keeps the focus when a choice is made.`).toBe(true);
      }
    },
    /** Types a day into the field of that label, in the order in which the browser shows its parts. @param day in ISO 8601 */
    typeDay: async (name: string, day: string): Promise<void> => {
      const field = await reach({ role: 'field', name });
      const [y = '', m = '', d = ''] = day.split('-');
      for (const order of orders) {
        for (let part = 0; part < 3; part += 1) await press('ArrowLeft');
        for (const [at, part] of Object.entries(order.split(''))) {
          await page.keyboard.type({ y, m, d }[part] ?? '');
          if (part === 'y' && at !== '2') await press('ArrowRight');
        }
        if ((await field.inputValue()) === day) return;
      }
      throw new Error(`“${name}” does not take the day ${day}: it has “${await field.inputValue()}”.`);
    },
    /** Opens a menu and chooses from it. */
    choose: async (menu: string, item: string): Promise<void> => {
      await act({ role: 'button', name: menu });
      const focused = page.locator('.act-menu :focus');
      for (let pressed = 0; (await focused.innerText()) !== item; pressed += 1) {
        if (pressed === mostPresses) throw new Error(`Tab does not reach “${item}” of “${menu}”.`);
        await press('Tab');
      }
      await press('Enter');
    },
  };
};

export type Keyboard = ReturnType<typeof newKeyboard>;
