"""A policy of PPO or MaskablePPO as an ONNX model that `onnx:<file>` plays (docs/agents-from-outside.md)."""

import os

import torch


class Logits(torch.nn.Module):
    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def forward(self, observation):
        features = self.policy.pi_features_extractor(observation)
        return self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))


def export(model, path):
    """Writes it whole or not at all."""
    policy = model.policy.to("cpu").eval()
    example = torch.zeros(1, *model.observation_space.shape)
    names = {"input_names": ["observation"], "output_names": ["logits"]}
    torch.onnx.export(Logits(policy), (example,), f"{path}.tmp", **names, dynamo=False)
    os.replace(f"{path}.tmp", path)
