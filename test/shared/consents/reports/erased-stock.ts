import { newRegister } from '../../../support/officer-register.ts';

export const { tenant, projects, versions } = await newRegister();

export const { accountId } = tenant;
