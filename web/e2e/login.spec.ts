// A private server asks for its token once.
import AxeBuilder from '@axe-core/playwright';
import { expect, Service, test } from './fixture';

test('the page asks for the token and then works', async ({ browser }) => {
  const service = await Service.start('--api-token', 'open sesame');
  try {
    const context = await browser.newContext({ baseURL: service.address });
    const page = await context.newPage();
    await page.goto('/games');
    const token = page.getByLabel('Token');
    await expect(token).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, 'horizontal overflow in pixels').toBeLessThanOrEqual(0);
    await token.fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert').getByText('The token is not valid.')).toBeVisible();
    await token.fill('open sesame');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(token).toBeHidden();
    await page.reload();
    await expect(page.locator('main h1')).toHaveText(/games/i);
    await context.close();
  } finally {
    await service.remove();
  }
});
