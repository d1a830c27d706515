import { App } from 'aws-cdk-lib';
import { ConsentRegisterStack } from './stack.ts';

new ConsentRegisterStack(new App(), 'ConsentRegister');
