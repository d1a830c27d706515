import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/**
 * A budget of the whole AWS account, which costs nothing. It tells the topic when the month has cost more, and before that when AWS
 * expects it to (Cost Management User Guide, "Creating an Amazon SNS topic for budget notifications").
 */
export const createBudget = (scope: Construct, topic: ITopic, dollars: number): void => {
  const { account, partition } = Stack.of(scope);
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('budgets.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': `arn:${partition}:budgets::${account}:*` },
      },
    }),
  );
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED'): CfnBudget.NotificationWithSubscribersProperty => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold: 100, thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
  });
  const budget = new CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: [tell('ACTUAL'), tell('FORECASTED')],
  });
  budget.node.addDependency(topic);
};
